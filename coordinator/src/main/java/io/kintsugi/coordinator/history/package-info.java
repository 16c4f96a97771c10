/** What the leader remembers of jobs for people to look at; nothing is decided by it. */
@NullMarked
package io.kintsugi.coordinator.history;

import org.jspecify.annotations.NullMarked;
