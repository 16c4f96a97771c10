/** Real clusters of processes to which things happen, from a seed, and what has to be right afterwards. */
@NullMarked
package io.kintsugi.testkit.chaos;

import org.jspecify.annotations.NullMarked;
