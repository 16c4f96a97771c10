/** What follows from silence: for the one who hears nothing, and for the leader. Pure: time is an argument. */
@NullMarked
package io.kintsugi.cluster.liveness;

import org.jspecify.annotations.NullMarked;
