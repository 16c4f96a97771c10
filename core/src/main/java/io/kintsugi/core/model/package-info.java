/** Identities and small values that every part of the system shares. */
@NullMarked
package io.kintsugi.core.model;

import org.jspecify.annotations.NullMarked;
