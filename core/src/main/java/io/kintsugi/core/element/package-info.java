/** What flows through a channel: batches of records and the control elements between them. */
@NullMarked
package io.kintsugi.core.element;

import org.jspecify.annotations.NullMarked;
