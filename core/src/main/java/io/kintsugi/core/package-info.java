/** The language of the system and of its users: no Vert.x, no Hazelcast, no I/O, no threads. */
@NullMarked
package io.kintsugi.core;

import org.jspecify.annotations.NullMarked;
