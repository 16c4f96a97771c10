/** Threads for code of users, which may never come back. */
@NullMarked
package io.kintsugi.cluster.threads;

import org.jspecify.annotations.NullMarked;
