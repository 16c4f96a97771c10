package io.kintsugi.examples.demo;

import ch.qos.logback.classic.Level;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the nodes' logs out of the way of the progress line. */
final class QuietLog {
    private static final String ASKED_FOR = "KINTSUGI_LOG_LEVEL";

    private QuietLog() {}

    /** Shows errors only, unless the environment names a level. */
    static void unlessAskedFor() {
        if (System.getenv(ASKED_FOR) != null) {
            return;
        }
        for (String name : List.of(Logger.ROOT_LOGGER_NAME, "io.kintsugi")) {
            if (LoggerFactory.getLogger(name) instanceof ch.qos.logback.classic.Logger logger) {
                logger.setLevel(Level.ERROR);
            }
        }
    }
}
