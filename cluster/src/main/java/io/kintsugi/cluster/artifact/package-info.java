/** From a job specification to a job: JAR files, their way between nodes, class loaders and builders. */
@NullMarked
package io.kintsugi.cluster.artifact;

import org.jspecify.annotations.NullMarked;
