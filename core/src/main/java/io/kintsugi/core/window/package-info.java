/** How the records of a key are divided into windows, and when a window speaks. */
@NullMarked
package io.kintsugi.core.window;

import org.jspecify.annotations.NullMarked;
