/** Online training on real flights: the data, the learner, its measure and the plain run that checks the job. */
@NullMarked
package io.kintsugi.examples.flights;

import org.jspecify.annotations.NullMarked;
