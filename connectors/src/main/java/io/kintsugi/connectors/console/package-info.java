/** A sink that prints records. */
@NullMarked
package io.kintsugi.connectors.console;

import org.jspecify.annotations.NullMarked;
