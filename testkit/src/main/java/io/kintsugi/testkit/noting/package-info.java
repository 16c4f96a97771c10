/** A job of which it is known from outside how many records it has lost, to hold the loss account against. */
@NullMarked
package io.kintsugi.testkit.noting;

import org.jspecify.annotations.NullMarked;
