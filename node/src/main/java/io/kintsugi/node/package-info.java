/** Puts it together: configuration, roles, verticles, and an ordered stop. */
@NullMarked
package io.kintsugi.node;

import org.jspecify.annotations.NullMarked;
