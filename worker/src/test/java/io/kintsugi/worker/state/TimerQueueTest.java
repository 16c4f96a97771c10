package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
    private final TimerQueue queue = new TimerQueue(Timer.Kind.EVENT_TIME, GroupRange.of(0, 1, 16), new CopyOnWrite());

    @Test
    void firesInOrderOfTimeThenOfSettingAndOnceForAKeyAndATime() {
        queue.add("b", 5);
        queue.add("a", 7);
        queue.add("a", 5);
        queue.add("b", 5);
        queue.add("c", 6);
        queue.remove("c", 6);
        queue.remove("c", 6);

        assertThat(queue.due(4)).isFalse();
        assertThat(queue.due(5)).isTrue();
        assertThat(fire(6)).containsExactly("b@5", "a@5");
        assertThat(fire(7)).containsExactly("a@7");
        assertThat(queue.size()).isZero();
    }

    @Test
    void behavesLikeAListUnderRandomUse() {
        SplittableRandom random = new SplittableRandom(11);
        List<String> oracle = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 50_000; i++) {
            String key = Integer.toString(random.nextInt(20));
            long time = now + random.nextInt(100);
            String timer = key + "@" + time;
            switch (random.nextInt(5)) {
                case 0, 1, 2 -> {
                    queue.add(key, time);
                    if (!oracle.contains(timer)) {
                        oracle.add(timer);
                    }
                }
                case 3 -> {
                    queue.remove(key, time);
                    oracle.remove(timer);
                }
                default -> {
                    now += random.nextInt(10);
                    assertThat(fire(now)).isEqualTo(due(oracle, now));
                }
            }
            assertThat(queue.size()).isEqualTo(oracle.size());
        }
    }

    private List<String> fire(long time) {
        List<String> fired = new ArrayList<>();
        for (TimerQueue.Entry next = queue.pollDue(time); next != null; next = queue.pollDue(time)) {
            fired.add(next.key() + "@" + next.timestamp());
        }
        return fired;
    }

    private static List<String> due(List<String> oracle, long now) {
        List<String> due = oracle.stream()
                .filter(timer -> time(timer) <= now)
                .sorted(Comparator.comparingLong(TimerQueueTest::time))
                .toList();
        oracle.removeAll(due);
        return due;
    }

    private static long time(String timer) {
        return Long.parseLong(timer.substring(timer.indexOf('@') + 1));
    }
}
