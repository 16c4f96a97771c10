/** Drives jobs and operators in tests, up to a whole simulated cluster in one thread. */
@NullMarked
package io.kintsugi.testkit;

import org.jspecify.annotations.NullMarked;
