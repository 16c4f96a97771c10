/** Carries channels over the Vert.x event bus: by reference inside a node, encoded between nodes. */
@NullMarked
package io.kintsugi.worker.net;

import org.jspecify.annotations.NullMarked;
