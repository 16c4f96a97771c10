/** A sink that keeps records in this JVM: for tests and for applications that run a job inside themselves. */
@NullMarked
package io.kintsugi.connectors.collect;

import org.jspecify.annotations.NullMarked;
