/** A source whose records are computed from their index: for tests, demonstrations and measurements. */
@NullMarked
package io.kintsugi.connectors.generator;

import org.jspecify.annotations.NullMarked;
