package io.kintsugi.worker.disk;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.exchange.PartitionInput;
import io.kintsugi.worker.exchange.PartitionOutput;
import io.kintsugi.worker.net.EncodedParcel;
import io.kintsugi.worker.net.RecordCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one job on this worker, a file each: frames as they would travel, behind their count of records and
 * their length, and a count of 0 at the end. Safe for several threads, a partition for one at a time.
 */
public final class PartitionFiles implements BatchStorage {
    private final Path folder;
    private final RecordCodec codec;
    private final int sortBytes;
    private final ExchangeUsage usage;

    /**
     * @param folder of this job alone; made when it is needed
     * @param sortBytes memory for each task that sorts
     */
    PartitionFiles(Path folder, RecordCodec codec, int sortBytes, ExchangeUsage usage) {
        this.folder = folder;
        this.codec = codec;
        this.sortBytes = sortBytes;
        this.usage = usage;
    }

    @Override
    public PartitionOutput create(ChannelId channel, int attempt) {
        try {
            return new Output(channel.edge(), path(channel, attempt));
        } catch (IOException e) {
            throw new UncheckedIOException("channel %s: its partition cannot be written".formatted(channel), e);
        }
    }

    @Override
    public PartitionInput open(ChannelId channel, int attempt) {
        try {
            return new Input(path(channel, attempt));
        } catch (IOException e) {
            throw new UncheckedIOException("channel %s: its partition cannot be read".formatted(channel), e);
        }
    }

    @Override
    public void delete(ChannelId channel, int attempt) {
        try {
            Files.deleteIfExists(path(channel, attempt));
            usage.deleted(path(channel, attempt));
        } catch (IOException e) {
            throw new UncheckedIOException("channel %s: its partition cannot be deleted".formatted(channel), e);
        }
    }

    @Override
    public GroupSort sort(AttemptId attempt, int batchRecords) {
        Path runs = folder.resolve("sort-%s-%d-%d"
                .formatted(attempt.task().vertex(), attempt.task().subtask(), attempt.number()));
        return new ExternalSort(new ExternalSort.Setting(runs, codec, sortBytes, batchRecords));
    }

    private Path path(ChannelId channel, int attempt) {
        return folder.resolve(
                "e%d-%d-%d-%d".formatted(channel.edge(), channel.producer(), channel.consumer(), attempt));
    }

    private final class Output implements PartitionOutput {
        private final int edge;
        private final Path path;
        private final BlockOutput blocks;
        private final DataOutputStream out;
        private long counted;

        Output(int edge, Path path) throws IOException {
            this.edge = edge;
            this.path = path;
            this.blocks = new BlockOutput(path);
            this.out = new DataOutputStream(blocks);
            usage.created(path);
        }

        private void count() {
            usage.wrote(path, blocks.written() - counted);
            counted = blocks.written();
        }

        @Override
        public int write(Batch batch) {
            int written = 0;
            try {
                for (int from = 0; from < batch.count(); ) {
                    EncodedParcel parcel = codec.encode(edge, batch, from);
                    out.writeInt(parcel.count());
                    out.writeInt(parcel.length());
                    out.write(parcel.array(), parcel.offset(), parcel.length());
                    from += parcel.count();
                    written += parcel.length();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("a partition in %s cannot be written".formatted(folder), e);
            }
            count();
            return written;
        }

        @Override
        public void seal() {
            try {
                out.writeInt(0);
                out.flush();
                blocks.finish();
            } catch (IOException e) {
                throw new UncheckedIOException("a partition in %s cannot be finished".formatted(folder), e);
            }
            count();
        }

        @Override
        public void close() {
            try {
                blocks.close();
            } catch (IOException e) {
                throw new UncheckedIOException("a partition in %s cannot be closed".formatted(folder), e);
            }
        }
    }

    private final class Input implements PartitionInput {
        private final BlockInput blocks;
        private final DataInputStream in;
        private long counted;

        Input(Path path) throws IOException {
            blocks = new BlockInput(path);
            in = new DataInputStream(blocks);
        }

        private void count() {
            usage.read(blocks.taken() - counted);
            counted = blocks.taken();
        }

        @Override
        public @Nullable Batch next() {
            try {
                int count = in.readInt();
                count();
                if (count == 0) {
                    return null;
                }
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                return new EncodedParcel(codec, bytes, 0, bytes.length, count).open();
            } catch (IOException e) {
                throw new UncheckedIOException("a partition in %s cannot be read".formatted(folder), e);
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException("a partition in %s cannot be closed".formatted(folder), e);
            }
        }
    }
}
