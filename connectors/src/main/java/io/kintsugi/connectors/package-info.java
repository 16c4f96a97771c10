/** Sources and sinks: one package per outside system. */
@NullMarked
package io.kintsugi.connectors;

import org.jspecify.annotations.NullMarked;
