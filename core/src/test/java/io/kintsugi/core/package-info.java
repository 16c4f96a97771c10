/** Small sources and sinks that the tests of the packages below build jobs with. */
@NullMarked
package io.kintsugi.core;

import org.jspecify.annotations.NullMarked;
