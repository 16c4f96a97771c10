/** The command line: each command either starts a node or talks HTTP to one. */
@NullMarked
package io.kintsugi.node.cli;

import org.jspecify.annotations.NullMarked;
