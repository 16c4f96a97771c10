package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.recovery.Checkpointing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Barriers and aborts reach a task with three inputs in every order that their channels allow. */
final class BarrierOrdersTest {
    private static final TaskSpec.Checkpoints EXACTLY_ONCE =
            new TaskSpec.Checkpoints(Checkpointing.every(Duration.ofSeconds(1)), 4);

    private final Job job = TaskBarriersTest.threeInputs();
    private int orders;

    /** A record before barrier 5 and one behind it. */
    @Test
    void leavesNothingBlockedWhereverAnAbortComesIn() {
        everyOrderOf(
                List.of(
                        List.of("0:a0", "0:|5", "0:z0"),
                        List.of("1:a1", "1:|5", "1:z1"),
                        List.of("2:a2", "2:|5", "2:z2"),
                        List.of("abort5")),
                order -> {
                    TaskFixture task = new TaskFixture(job, "mid", EXACTLY_ONCE);
                    List<String> passedOn = words(task.say(order));

                    assertThat(records(passedOn))
                            .as(order)
                            .containsExactlyInAnyOrder("a0", "a1", "a2", "z0", "z1", "z2");
                    assertThat(barriers(passedOn)).as(order).isSubsetOf("|5").hasSizeLessThan(2);
                    assertGoesOn(task, order);
                });

        assertThat(orders).isEqualTo(16_800);
    }

    @Test
    void leavesNothingBlockedWhereverTheAbortsOfTwoCheckpointsComeIn() {
        everyOrderOf(
                List.of(
                        List.of("0:|5", "0:|6"),
                        List.of("1:|5", "1:|6"),
                        List.of("2:|5", "2:|6"),
                        List.of("abort5"),
                        List.of("abort6")),
                order -> {
                    TaskFixture task = new TaskFixture(job, "mid", EXACTLY_ONCE);
                    List<String> passedOn = words(task.say(order + "0:z0 1:z1 2:z2"));

                    assertThat(records(passedOn)).as(order).containsExactlyInAnyOrder("z0", "z1", "z2");
                    assertThat(barriers(passedOn))
                            .as(order)
                            .isSubsetOf("|5", "|6")
                            .isSorted()
                            .doesNotHaveDuplicates();
                    assertThat(passedOn.contains("|5"))
                            .as(order)
                            .isEqualTo(
                                    isCompleteBefore("abort5", "|5", order) && isCompleteBefore("abort6", "|5", order));
                    assertThat(passedOn.contains("|6")).as(order).isEqualTo(isCompleteBefore("abort6", "|6", order));
                    assertGoesOn(task, order);
                });

        assertThat(orders).isEqualTo(5_040);
    }

    /** Whether the last of its barriers can be read when the abort comes: no earlier one blocks it. */
    private static boolean isCompleteBefore(String abort, String barrier, String order) {
        return order.lastIndexOf(barrier) < order.indexOf(abort);
    }

    /** The abort of the older one is lost, and so are barriers of it on some of the inputs, but not on all. */
    @Test
    void alignsANewerBarrierThatOvertakesAnOlderOne() {
        for (int lost = 1; lost < 7; lost++) {
            List<List<String>> inputs = new ArrayList<>();
            for (int input = 0; input < 3; input++) {
                String older = input + ":|5";
                String newer = input + ":|6";
                inputs.add((lost >> input & 1) == 1 ? List.of(newer) : List.of(older, newer));
            }
            everyOrderOf(inputs, order -> {
                TaskFixture task = new TaskFixture(job, "mid", EXACTLY_ONCE);
                List<String> passedOn = words(task.say(order + "0:z0 1:z1 2:z2"));

                assertThat(passedOn).as(order).startsWith("|6").hasSize(4);
                assertGoesOn(task, order);
            });
        }

        assertThat(orders).isEqualTo(3 * 30 + 3 * 12);
    }

    private static void assertGoesOn(TaskFixture task, String order) {
        task.say("0:|7 1:|7 2:|7");
        assertThat(task.passedOn()).as(order).isEqualTo("|7");
    }

    private static List<String> words(TaskFixture task) {
        return Stream.of(task.passedOn().split(" "))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<String> records(List<String> words) {
        return words.stream().filter(word -> !word.startsWith("|")).toList();
    }

    private static List<String> barriers(List<String> words) {
        return words.stream().filter(word -> word.startsWith("|")).toList();
    }

    /** Each list keeps its own order. */
    private void everyOrderOf(List<List<String>> lists, Consumer<String> visit) {
        interleave("", lists, order -> {
            orders++;
            visit.accept(order);
        });
    }

    private static void interleave(String soFar, List<List<String>> rest, Consumer<String> visit) {
        boolean complete = true;
        for (int i = 0; i < rest.size(); i++) {
            List<String> next = rest.get(i);
            if (!next.isEmpty()) {
                complete = false;
                List<List<String>> shorter = new ArrayList<>(rest);
                shorter.set(i, next.subList(1, next.size()));
                interleave(soFar + next.get(0) + " ", shorter, visit);
            }
        }
        if (complete) {
            visit.accept(soFar);
        }
    }
}
