/** Files that are created once, whole or not at all, and what is built on them: terms, runs, stored state. */
@NullMarked
package io.kintsugi.cluster.storage;

import org.jspecify.annotations.NullMarked;
