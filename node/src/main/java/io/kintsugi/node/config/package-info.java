/** Makes the typed settings of a node out of its file, its environment and its flags, or says what is wrong with them. */
@NullMarked
package io.kintsugi.node.config;

import org.jspecify.annotations.NullMarked;
