package io.kintsugi.worker.schema;

import java.io.IOException;
import org.apache.avro.io.Decoder;
import org.jspecify.annotations.Nullable;

/** Reads the values of one schema as those of one class. */
public interface ValueReader {
    /** Null only for data that say null. */
    @Nullable
    Object read(Decoder in) throws IOException;
}
