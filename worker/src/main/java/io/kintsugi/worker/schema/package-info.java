/** Values of Java classes as Avro data, and as what newer versions of these classes make of older data. */
@NullMarked
package io.kintsugi.worker.schema;

import org.jspecify.annotations.NullMarked;
