/** The examples on clusters to which things happen. */
@NullMarked
package io.kintsugi.examples.chaos;

import org.jspecify.annotations.NullMarked;
