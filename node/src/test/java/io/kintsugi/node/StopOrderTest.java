package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StopOrderTest {
    private final StopOrder order = new StopOrder();
    private final List<String> stopped = new ArrayList<>();

    @Test
    void theNewestPartStopsFirstAndTheNextOnlyAfterIt() {
        Promise<Void> console = Promise.promise();
        order.add("cluster", () -> note("cluster"));
        order.add("console", () -> {
            stopped.add("console");
            return console.future();
        });

        Future<Void> done = order.stop();

        assertThat(stopped).containsExactly("console");
        console.complete();
        assertThat(stopped).containsExactly("console", "cluster");
        assertThat(done.succeeded()).isTrue();
    }

    @Test
    void aPartThatCannotStopDoesNotKeepTheOthersFromIt() {
        order.add("cluster", () -> note("cluster"));
        order.add("worker", () -> Future.failedFuture("stuck"));
        order.add("console", () -> {
            throw new IllegalStateException("broken");
        });

        assertThat(order.stop().succeeded()).isTrue();
        assertThat(stopped).containsExactly("cluster");
    }

    @Test
    void stoppingTwiceStopsOnce() {
        order.add("cluster", () -> note("cluster"));

        order.stop();

        assertThat(order.stop().succeeded()).isTrue();
        assertThat(stopped).containsExactly("cluster");
    }

    @Test
    void aStartThatFailsIsReportedAfterWhatRanHasStopped() {
        Promise<Void> cluster = Promise.promise();
        order.add("cluster", cluster::future);

        Future<String> start = order.stopOnFailure(Future.failedFuture("port in use"));

        assertThat(start.isComplete()).isFalse();
        cluster.complete();
        assertThat(start.cause()).hasMessage("port in use");
    }

    private Future<Void> note(String part) {
        stopped.add(part);
        return Future.succeededFuture();
    }
}
