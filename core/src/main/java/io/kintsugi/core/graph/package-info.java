/** What a job asked for, its validation, and the physical plan made from it. */
@NullMarked
package io.kintsugi.core.graph;

import org.jspecify.annotations.NullMarked;
