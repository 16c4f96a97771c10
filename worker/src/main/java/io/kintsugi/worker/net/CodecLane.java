package io.kintsugi.worker.net;

import io.kintsugi.core.element.Batch;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.fory.Fory;
import org.apache.fory.config.Language;
import org.apache.fory.exception.ForyException;
import org.apache.fory.exception.InsecureException;
import org.apache.fory.logging.LogLevel;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.ClassInfo;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;

/**
 * One Fory and its buffer, used by one thread at a time.
 *
 * <pre>
 * payload  = flags, run..., timestamps if flags say so
 * run      = class, number of records (4 bytes), records     neighbours of one class form a run
 * timestamps = zigzag differences to the one before, variable length
 * </pre>
 *
 * Records are written one by one into one buffer, so that the frame ends exactly where it is full.
 */
final class CodecLane {
    private static final byte WITHOUT_TIMESTAMPS = 0;
    private static final byte WITH_TIMESTAMPS = 1;
    private static final int KEPT_FRAMES = 4;
    private static final Pattern UNREGISTERED = Pattern.compile("(?:class|interface) (\\S+) is not registered");

    static {
        // Fory prints to standard output otherwise, which belongs to the results of commands.
        LoggerFactory.useSlf4jLogging(true);
        LoggerFactory.setLogLevel(LogLevel.WARN_LEVEL);
    }

    private final Fory fory;
    private final ClassResolver resolver;
    private final int keptBytes;
    private MemoryBuffer out;

    CodecLane(List<Class<?>> classes, ClassLoader loader, int frameBytes) {
        fory = Fory.builder()
                .withLanguage(Language.JAVA)
                .requireClassRegistration(true)
                .suppressClassRegistrationWarnings(true)
                .withRefTracking(false)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .withClassLoader(loader)
                .build();
        resolver = fory.getClassResolver();
        classes.forEach(fory::register);
        compile(classes, loader);
        keptBytes = KEPT_FRAMES * frameBytes;
        out = MemoryBuffer.newHeapBuffer(frameBytes + frameBytes / 4);
    }

    /**
     * How much of a batch goes into a frame.
     *
     * @param from index of the first record
     * @param bytesMax a record behind the first that would make the frame longer stays outside
     */
    record Extent(int from, int bytesMax) {}

    EncodedParcel encode(RecordCodec codec, String step, Batch batch, Extent extent) {
        int from = extent.from();
        MemoryBuffer buffer = out;
        buffer.writerIndex(0);
        boolean timestamps = hasTimestamps(batch, from);
        buffer.writeByte(timestamps ? WITH_TIMESTAMPS : WITHOUT_TIMESTAMPS);
        int end;
        try {
            end = writeRecords(codec, step, batch, extent);
        } catch (InsecureException e) {
            throw unregistered(step, e);
        } catch (ForyException | StackOverflowError e) {
            throw unencodable(step, batch.value(from), e);
        } finally {
            fory.resetWrite();
        }
        if (timestamps) {
            writeTimestamps(batch, from, end);
        }
        byte[] bytes = buffer.getBytes(0, buffer.writerIndex());
        if (buffer.size() > keptBytes) {
            out = MemoryBuffer.newHeapBuffer(keptBytes);
        }
        return new EncodedParcel(codec, bytes, 0, bytes.length, end - from);
    }

    /** Gives the index behind the last record that was written. */
    private int writeRecords(RecordCodec codec, String step, Batch batch, Extent extent) {
        int from = extent.from();
        MemoryBuffer buffer = out;
        Class<?> runClass = null;
        Serializer<Object> serializer = null;
        int runAt = 0;
        int runStart = from;
        int at = from;
        for (; at < batch.count(); at++) {
            Object value = batch.value(at);
            int before = buffer.writerIndex();
            if (serializer == null || value.getClass() != runClass) {
                if (serializer != null) {
                    buffer.putInt32(runAt, at - runStart);
                }
                runClass = value.getClass();
                ClassInfo info = resolver.getOrUpdateClassInfo(runClass);
                resolver.writeClassInfo(buffer, info);
                serializer = info.getSerializer();
                runAt = buffer.writerIndex();
                runStart = at;
                buffer.writeInt32(0);
            }
            serializer.write(buffer, value);
            int size = buffer.writerIndex() - before;
            if (size > codec.recordBytesMax()) {
                throw tooLarge(codec, step, value, size);
            }
            if (buffer.writerIndex() > extent.bytesMax() && at > from) {
                buffer.writerIndex(before);
                break;
            }
        }
        if (at > runStart) {
            buffer.putInt32(runAt, at - runStart);
        }
        return at;
    }

    Batch decode(EncodedParcel parcel) {
        MemoryBuffer buffer = MemoryBuffer.fromByteArray(parcel.array(), parcel.offset(), parcel.length());
        int count = parcel.count();
        Object[] values = new Object[count];
        long[] timestamps = new long[count];
        byte flags = buffer.readByte();
        try {
            readRecords(buffer, values);
        } catch (ForyException | IndexOutOfBoundsException e) {
            throw new IllegalStateException(
                    "a frame of %d records in %d bytes cannot be decoded; do all nodes run the same build of the job?"
                            .formatted(count, parcel.length()),
                    e);
        } finally {
            fory.resetRead();
        }
        if (flags == WITH_TIMESTAMPS) {
            readTimestamps(buffer, timestamps);
        } else {
            Arrays.fill(timestamps, Batch.NO_TIMESTAMP);
        }
        return new Batch(values, timestamps, count);
    }

    private void readRecords(MemoryBuffer buffer, Object[] values) {
        int at = 0;
        while (at < values.length) {
            Serializer<Object> serializer = resolver.readClassInfo(buffer).getSerializer();
            int end = at + buffer.readInt32();
            if (end <= at || end > values.length) {
                throw new IllegalStateException("a frame of %d records has a run from %d to %d: its bytes are damaged"
                        .formatted(values.length, at, end));
            }
            for (; at < end; at++) {
                values[at] = serializer.read(buffer);
            }
        }
    }

    private void writeTimestamps(Batch batch, int from, int end) {
        long previous = 0;
        for (int at = from; at < end; at++) {
            long timestamp = batch.timestamp(at);
            out.writeVarInt64(timestamp - previous);
            previous = timestamp;
        }
    }

    private static void readTimestamps(MemoryBuffer buffer, long[] timestamps) {
        long previous = 0;
        for (int at = 0; at < timestamps.length; at++) {
            previous += buffer.readVarInt64();
            timestamps[at] = previous;
        }
    }

    private static boolean hasTimestamps(Batch batch, int from) {
        for (int at = from; at < batch.count(); at++) {
            if (batch.timestamp(at) != Batch.NO_TIMESTAMP) {
                return true;
            }
        }
        return false;
    }

    /**
     * Now rather than with the first record, which would hold up an event loop. Generated code asks the thread for the loader of a
     * class that it may not name, such as a private record.
     */
    private void compile(List<Class<?>> classes, ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            classes.forEach(this::compile);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void compile(Class<?> type) {
        if (type.isArray() || !Modifier.isAbstract(type.getModifiers())) {
            resolver.getSerializer(type);
        }
    }

    private static RecordNotSendableException tooLarge(RecordCodec codec, String step, Object value, int size) {
        return new RecordNotSendableException(
                "step '%s': a record of %s takes %d bytes, but record-bytes-max is %d; emit smaller records or raise it"
                        .formatted(step, value.getClass().getName(), size, codec.recordBytesMax()));
    }

    private static RecordNotSendableException unencodable(String step, Object first, Throwable cause) {
        return new RecordNotSendableException(
                "step '%s': records like this %s cannot be encoded: %s; a record must not hold itself, at any depth"
                        .formatted(step, first.getClass().getName(), cause),
                cause);
    }

    private static RecordNotSendableException unregistered(String step, InsecureException cause) {
        Matcher found = UNREGISTERED.matcher(String.valueOf(cause.getMessage()));
        String type = found.find() ? found.group(1) : "unknown (" + cause.getMessage() + ")";
        return new RecordNotSendableException(
                ("step '%s': its records hold an object of class %s, which is not registered, so it cannot travel to"
                                + " another process; name it with JobDraft.recordTypes(...)")
                        .formatted(step, type),
                cause);
    }
}
