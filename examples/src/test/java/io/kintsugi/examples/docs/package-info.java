/** The code that the pages in {@code docs} show, run as tests. */
@NullMarked
package io.kintsugi.examples.docs;

import org.jspecify.annotations.NullMarked;
