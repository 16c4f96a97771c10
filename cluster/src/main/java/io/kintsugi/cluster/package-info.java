/** The only code that knows Hazelcast: bus, membership, storage and the client, shared by all. */
@NullMarked
package io.kintsugi.cluster;

import org.jspecify.annotations.NullMarked;
