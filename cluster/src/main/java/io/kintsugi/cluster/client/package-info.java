/** The event-bus API as its callers see it: the client, problems, and how jobs look in JSON. */
@NullMarked
package io.kintsugi.cluster.client;

import org.jspecify.annotations.NullMarked;
