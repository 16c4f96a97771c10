/** Tells people and programs outside what happens to jobs. */
@NullMarked
package io.kintsugi.node.alerts;

import org.jspecify.annotations.NullMarked;
