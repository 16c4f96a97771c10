/** The HTTP API, a thin adapter over the event-bus API, and the console that shows it. */
@NullMarked
package io.kintsugi.webconsole;

import org.jspecify.annotations.NullMarked;
