/** Nodes in processes of their own, for tests that are to see what a person sees. */
@NullMarked
package io.kintsugi.testkit.process;

import org.jspecify.annotations.NullMarked;
