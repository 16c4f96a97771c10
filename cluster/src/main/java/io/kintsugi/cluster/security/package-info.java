/** Who calls the API, what they may do, and what is written down about it. */
@NullMarked
package io.kintsugi.cluster.security;

import org.jspecify.annotations.NullMarked;
