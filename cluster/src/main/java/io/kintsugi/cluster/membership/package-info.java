/** Who is in the cluster and who leads it; the only place that knows Hazelcast. */
@NullMarked
package io.kintsugi.cluster.membership;

import org.jspecify.annotations.NullMarked;
