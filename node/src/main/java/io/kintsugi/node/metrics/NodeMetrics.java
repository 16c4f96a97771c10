package io.kintsugi.node.metrics;

import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.worker.disk.ExchangeUsage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntSupplier;

/** The registry of one node: its tasks, the jobs that it leads, its JVM, and its Vert.x where the node made it. Any thread may call. */
public final class NodeMetrics implements AutoCloseable {
    /** Of what {@link #scrape} returns. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TaskMeters tasks = new TaskMeters(registry);
    private final JobMeters jobs = new JobMeters(registry);
    private final JvmGcMetrics garbage = new JvmGcMetrics();

    public NodeMetrics() {
        garbage.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Makes a Vert.x measure itself here. Addresses are no label: there would be a time series for each. */
    public VertxBuilder measure(VertxBuilder builder) {
        return builder.withMetrics(new MicrometerMetricsFactory(registry));
    }

    /** What {@link #measure} needs in the options of the same Vert.x. */
    public VertxOptions measure(VertxOptions options) {
        return options.setMetricsOptions(new MicrometerMetricsOptions()
                .setEnabled(true)
                .setRegistryName(Integer.toHexString(System.identityHashCode(this)))
                .setLabels(EnumSet.of(
                        Label.HTTP_METHOD, Label.HTTP_CODE, Label.POOL_TYPE, Label.POOL_NAME, Label.EB_SIDE)));
    }

    /** Takes the newest counters of a worker's tasks. */
    public void report(TaskReport report) {
        tasks.report(report);
    }

    /** Shows how many threads functions hold although nobody waits for them any more. */
    public void showLeftBehind(IntSupplier threads) {
        Gauge.builder("kintsugi.threads.left.behind", threads, IntSupplier::getAsInt)
                .description("threads that tasks hold which were given up")
                .strongReference(true)
                .register(registry);
    }

    /** Shows what the partitions of jobs in batch mode take on this node. */
    public void showExchange(ExchangeUsage usage) {
        Gauge.builder("kintsugi.exchange.partitions", usage, ExchangeUsage::partitions)
                .description("Partitions of jobs in batch mode that are on this node's disk.")
                .strongReference(true)
                .register(registry);
        Gauge.builder("kintsugi.exchange.size", usage, ExchangeUsage::bytes)
                .baseUnit("bytes")
                .description("What these partitions take on disk.")
                .strongReference(true)
                .register(registry);
        FunctionCounter.builder("kintsugi.exchange.written", usage, ExchangeUsage::writtenBytes)
                .baseUnit("bytes")
                .description("Bytes that were written to partitions.")
                .register(registry);
        FunctionCounter.builder("kintsugi.exchange.read", usage, ExchangeUsage::readBytes)
                .baseUnit("bytes")
                .description("Bytes that were read from partitions.")
                .register(registry);
    }

    /** Takes all jobs that this node leads now. */
    void show(List<JobFigures> led) {
        jobs.show(led);
    }

    /** Everything in the Prometheus text format. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
