/** The third example: which airports matter most, by PageRank over the routes of the flights, in supersteps. */
@NullMarked
package io.kintsugi.examples.airports;

import org.jspecify.annotations.NullMarked;
