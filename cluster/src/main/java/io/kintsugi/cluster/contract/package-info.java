/** The published contract of the API and the one validator that is made from it, for HTTP and event bus alike. */
@NullMarked
package io.kintsugi.cluster.contract;

import org.jspecify.annotations.NullMarked;
