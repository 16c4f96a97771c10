/** What a worker remembers of its jobs, so that a leader who has never heard of them can go on with them. */
@NullMarked
package io.kintsugi.worker.inventory;

import org.jspecify.annotations.NullMarked;
