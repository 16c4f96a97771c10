/** Jobs and their data, to run and to copy from. */
@NullMarked
package io.kintsugi.examples;

import org.jspecify.annotations.NullMarked;
