package io.kintsugi.examples.demo;

import io.kintsugi.examples.flights.FlightsSettings;

/**
 * What a demo shall do.
 *
 * @param workers nodes in this JVM, from 1 to {@value #WORKERS_MAX}
 * @param httpPort of the first node, from 0 (a free one) to 65535
 */
record DemoOptions(FlightsSettings flights, int workers, int httpPort, DemoFailures failures) {

    static final int WORKERS_MAX = 16;
    private static final int PORT_MAX = 65_535;

    DemoOptions {
        require(workers >= 1 && workers <= WORKERS_MAX, "workers", "1 to " + WORKERS_MAX, workers);
        require(httpPort >= 0 && httpPort <= PORT_MAX, "http-port", "0 (a free one) to " + PORT_MAX, httpPort);
    }

    private static void require(boolean good, String name, String expected, int found) {
        if (!good) {
            throw new IllegalArgumentException("%s: expected %s, found %d".formatted(name, expected, found));
        }
    }
}
