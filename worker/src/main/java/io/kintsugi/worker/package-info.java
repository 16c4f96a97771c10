/** Executes tasks, one batch at a time; pure except {@code net} and {@code verticle}. */
@NullMarked
package io.kintsugi.worker;

import org.jspecify.annotations.NullMarked;
