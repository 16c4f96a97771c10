/** Where the vertices and edges of a job's picture lie. */
@NullMarked
package io.kintsugi.core.layout;

import org.jspecify.annotations.NullMarked;
