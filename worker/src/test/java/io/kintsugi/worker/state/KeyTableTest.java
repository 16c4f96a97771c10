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

    /** What a capture reads, and what it has to find. It reads once; until it is released that costs the table copies. */
    private static final class Capture {
        final KeyTable.Entries<long[]> entries;
        final Map<Object, Long> expected;
        final CopyOnWrite.Lease lease;
        boolean read;

        Capture(KeyTable<long[]> table, Map<Object, Long> expected, CopyOnWrite.Lease lease) {
            this.entries = table.freeze();
            this.expected = expected;
            this.lease = lease;
        }

        void read() throws IOException {
            if (!read) {
                Map<Object, Long> contents = new HashMap<>();
                entries.forEach((key, value, stamp) ->
                        assertThat(contents.put(key, value[0])).isNull());
                assertThat(contents).isEqualTo(expected);
                read = true;
            }
        }
    }

    private final CopyOnWrite sharing = new CopyOnWrite();
    private final KeyTable<long[]> table = new KeyTable<>(sharing, long[]::clone);
    private final Map<Object, Long> oracle = new HashMap<>();
    private final List<Capture> captures = new ArrayList<>();

    /** @param hashes how many different hash codes the keys have */
    @ParameterizedTest
    @ValueSource(ints = {1 << 30, 5_000, 40})
    void behavesLikeAMapAndLeavesCapturesAsTheyWere(int hashes) throws IOException {
        SplittableRandom random = new SplittableRandom(hashes);
        for (int i = 0; i < STEPS; i++) {
            Key key = new Key(random.nextInt((int) Math.min(20_000, 25L * hashes)), hashes);
            int act = random.nextInt(STEPS / 20);
            if (act < 5 && captures.size() < 3) {
                CopyOnWrite.Lease lease = sharing.capture();
                captures.add(new Capture(table, new HashMap<>(oracle), lease));
            } else if (act < 15 && !captures.isEmpty()) {
                captures.get(random.nextInt(captures.size())).read();
            } else if (act < 22 && !captures.isEmpty()) {
                Capture capture = captures.remove(random.nextInt(captures.size()));
                capture.read();
                capture.lease.release();
            } else {
                change(key, random);
            }
        }
        for (Capture capture : captures) {
            capture.read();
        }
        assertThat(contents(table)).isEqualTo(oracle);
        assertThat(table.size()).isEqualTo(oracle.size());
    }

    private void change(Key key, SplittableRandom random) {
        boolean found = table.find(key);
        assertThat(found).isEqualTo(oracle.containsKey(key));
        if (!found) {
            table.insert(key, new long[] {key.number});
            oracle.put(key, (long) key.number);
        } else if (random.nextInt(4) == 0) {
            table.remove();
            oracle.remove(key);
        } else if (random.nextBoolean()) {
            table.value()[0]++;
            oracle.merge(key, 1L, Long::sum);
        } else {
            table.value(new long[] {-key.number});
            oracle.put(key, (long) -key.number);
        }
        assertThat(table.find(key)).isEqualTo(oracle.containsKey(key));
        if (oracle.containsKey(key)) {
            assertThat(table.peek()[0]).isEqualTo(oracle.get(key));
        }
    }

    private static Map<Object, Long> contents(KeyTable<long[]> table) throws IOException {
        Map<Object, Long> contents = new HashMap<>();
        table.forEach(
                (key, value, stamp) -> assertThat(contents.put(key, value[0])).isNull());
        return contents;
    }

    private record Key(int number, int hashes) {
        @Override
        public int hashCode() {
            return number % hashes;
        }
    }
}
