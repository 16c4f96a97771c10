/** What pages show, kept up to date for all of them by one question a second, and told as changes. */
@NullMarked
package io.kintsugi.webconsole.live;

import org.jspecify.annotations.NullMarked;
