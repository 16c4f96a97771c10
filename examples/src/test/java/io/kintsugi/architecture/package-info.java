/** The laws of the code, and the fixtures that each is seen to reject. */
@NullMarked
package io.kintsugi.architecture;

import org.jspecify.annotations.NullMarked;
