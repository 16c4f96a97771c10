/** Tasks as verticles: deploying, connecting, running, cancelling and reporting them. */
@NullMarked
package io.kintsugi.worker.verticle;

import org.jspecify.annotations.NullMarked;
