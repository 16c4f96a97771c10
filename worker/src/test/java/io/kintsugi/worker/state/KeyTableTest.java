package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTableTest {
    private static final int STEPS = 200_000;

    private static final int CAPTURES_MAX = 3;
    /** Values and stamps are compared as one number: a stamp is below this. */
    private static final int STAMPS = 100;

    private final CopyOnWrite sharing = new CopyOnWrite();
    private final KeyTable<long[]> table = new KeyTable<>(sharing, long[]::clone);
    private final Map<Object, Long> oracle = new HashMap<>();
    private final List<Capture> captures = new ArrayList<>();
    /** Whether keys neither come nor go at the moment: then segments stay, and captures are given entries. */
    private boolean settled;

    /** What a capture reads and is given, and what it has to find: both together, each entry once. */
    private final class Capture {
        final Map<Object, Long> expected = new HashMap<>(oracle);
        final Map<Object, Long> contents = new HashMap<>();
        final CopyOnWrite.Lease lease = sharing.capture();
        final KeyTable.Entries<long[]> entries;
        boolean begun;
        boolean released;

        /** @param takes whether entries may be saved for it before they are changed */
        Capture(boolean takes) {
            entries = takes ? table.freeze((key, value, stamp) -> take(key, value, stamp)) : table.freeze();
        }

        void take(Object key, long[] value, long stamp) {
            assertThat(contents.put(key, value[0] * STAMPS + stamp)).isNull();
        }

        /** @param meanwhile what the task does between two entries */
        void read(Runnable meanwhile) throws IOException {
            if (begun) {
                return;
            }
            begun = true;
            entries.forEach(new KeyTable.EntryVisitor<>() {
                @Override
                public void visit(Object key, long[] value, long stamp) {
                    if (!released) {
                        take(key, value, stamp);
                    }
                }

                @Override
                public void rest() {
                    meanwhile.run();
                }
            });
            if (!released) {
                assertThat(contents).isEqualTo(expected);
            }
        }

        void release() {
            captures.remove(this);
            released = true;
            lease.release();
        }
    }

    /** @param hashes how many different hash codes the keys have */
    @ParameterizedTest
    @ValueSource(ints = {1 << 30, 5_000, 40})
    void behavesLikeAMapAndLeavesCapturesAsTheyWere(int hashes) throws IOException {
        SplittableRandom random = new SplittableRandom(hashes);
        for (int i = 0; i < STEPS; i++) {
            int act = random.nextInt(STEPS / 20);
            if (act < 5) {
                begin(random);
            } else if (act < 15 && !captures.isEmpty()) {
                any(random).read(() -> meanwhile(random, hashes));
            } else if (act < 22 && !captures.isEmpty()) {
                Capture capture = any(random);
                capture.read(() -> meanwhile(random, hashes));
                capture.release();
            } else if (act < 27) {
                settled = !settled;
            } else {
                change(key(random, hashes), random);
            }
        }
        for (Capture capture : List.copyOf(captures)) {
            capture.read(() -> {});
        }
        assertThat(contents(table)).isEqualTo(oracle);
        assertThat(table.size()).isEqualTo(oracle.size());
    }

    private void begin(SplittableRandom random) {
        if (captures.size() < CAPTURES_MAX) {
            captures.add(new Capture(random.nextInt(4) > 0));
        }
    }

    private Capture any(SplittableRandom random) {
        return captures.get(random.nextInt(captures.size()));
    }

    private static Key key(SplittableRandom random, int hashes) {
        return new Key(random.nextInt((int) Math.min(20_000, 25L * hashes)), hashes);
    }

    /** While a capture is read, which may be given up at any time: who reads it may notice that later. */
    private void meanwhile(SplittableRandom random, int hashes) {
        int act = random.nextInt(STEPS / 20);
        if (act < 2) {
            begin(random);
        } else if (act < 4 && !captures.isEmpty()) {
            any(random).release();
        } else if (act < 6) {
            List.copyOf(captures).forEach(Capture::release);
            begin(random);
        } else if (act < STEPS / 40) {
            change(key(random, hashes), random);
        }
    }

    private void change(Key key, SplittableRandom random) {
        boolean found = table.find(key);
        assertThat(found).isEqualTo(oracle.containsKey(key));
        if (!found && settled) {
            return;
        }
        if (!found) {
            table.insert(key, new long[] {key.number});
            table.stamp(0);
            oracle.put(key, (long) key.number * STAMPS);
        } else if (!settled && random.nextInt(4) == 0) {
            table.remove();
            oracle.remove(key);
        } else if (random.nextBoolean()) {
            table.value()[0]++;
            oracle.merge(key, (long) STAMPS, Long::sum);
        } else if (random.nextBoolean()) {
            table.value(new long[] {-key.number});
            oracle.put(key, (long) -key.number * STAMPS + table.stamp());
        } else {
            long stamp = random.nextInt(STAMPS);
            oracle.merge(key, stamp - table.stamp(), Long::sum);
            table.stamp(stamp);
        }
        assertThat(table.find(key)).isEqualTo(oracle.containsKey(key));
        if (oracle.containsKey(key)) {
            assertThat(table.peek()[0] * STAMPS + table.stamp()).isEqualTo(oracle.get(key));
        }
    }

    private static Map<Object, Long> contents(KeyTable<long[]> table) throws IOException {
        Map<Object, Long> contents = new HashMap<>();
        table.forEach((key, value, stamp) ->
                assertThat(contents.put(key, value[0] * STAMPS + stamp)).isNull());
        return contents;
    }

    private record Key(int number, int hashes) {
        @Override
        public int hashCode() {
            return number % hashes;
        }
    }
}
