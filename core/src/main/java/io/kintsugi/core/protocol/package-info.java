/** The messages between coordinator and worker. */
@NullMarked
package io.kintsugi.core.protocol;

import org.jspecify.annotations.NullMarked;
