/** The second example: earthquakes by the hour, from reports that come hours late. */
@NullMarked
package io.kintsugi.examples.quakes;

import org.jspecify.annotations.NullMarked;
