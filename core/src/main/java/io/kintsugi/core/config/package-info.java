/** Typed settings: one record an area, with key, unit, default, range and reason for each. */
@NullMarked
package io.kintsugi.core.config;

import org.jspecify.annotations.NullMarked;
