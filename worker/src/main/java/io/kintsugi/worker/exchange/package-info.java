/** What tasks of jobs in batch mode hand on to each other, and how it is brought into the order of keys. */
@NullMarked
package io.kintsugi.worker.exchange;

import org.jspecify.annotations.NullMarked;
