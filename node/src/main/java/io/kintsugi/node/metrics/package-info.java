/** What a node measures, in the form that Prometheus reads. */
@NullMarked
package io.kintsugi.node.metrics;

import org.jspecify.annotations.NullMarked;
