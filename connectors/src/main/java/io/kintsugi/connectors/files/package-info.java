/** Text files as a source and as a sink. */
@NullMarked
package io.kintsugi.connectors.files;

import org.jspecify.annotations.NullMarked;
