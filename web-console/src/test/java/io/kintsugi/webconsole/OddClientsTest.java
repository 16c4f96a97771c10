package io.kintsugi.webconsole;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Clients that no HTTP library would be: seen from the bytes on their sockets. */
final class OddClientsTest {
    private static final int TIMEOUT_MS = 10_000;

    @TempDir
    private Path directory;

    private HttpFixture node;

    @BeforeEach
    void start() throws Exception {
        node = new HttpFixture(directory, true);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    @Test
    void answersAClientThatNamesNoHost() throws IOException {
        try (Socket client = connect()) {
            write(client, "GET /health/live HTTP/1.0");

            assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.0 200 OK");
        }
    }

    @Test
    void tellsAClientWhoseAddressIsNotWellEncodedWhatIsWrong() throws IOException {
        try (Socket client = connect()) {
            write(client, "GET /api/v1/jobs/%zz HTTP/1.1", "Host: 127.0.0.1", "Connection: close");

            assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .contains("application/problem+json", "KIN-");
        }
    }

    @Test
    void logsNoErrorWhenAClientVanishesInTheMiddleOfItsUpload() throws Exception {
        try (LogOfAnswers log = new LogOfAnswers()) {
            try (Socket client = connect()) {
                client.setSoLinger(true, 0); // Leaves by a reset, as a killed process on a broken line does.
                write(
                        client,
                        "POST /api/v1/artifacts HTTP/1.1",
                        "Host: 127.0.0.1",
                        "Expect: 100-continue",
                        "Content-Type: application/octet-stream",
                        "Content-Length: 50000");
                assertThat(client.getInputStream().read()).isEqualTo('H'); // of "HTTP/1.1 100 Continue"
                client.getOutputStream().write(new byte[1_000]);
            }

            ILoggingEvent event = log.next();
            assertThat(event.getLevel()).as(event.getFormattedMessage()).isEqualTo(Level.DEBUG);
            assertThat(event.getFormattedMessage()).endsWith("went away before its answer");
        }
    }

    private Socket connect() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), node.http.port());
        client.setSoTimeout(TIMEOUT_MS);
        return client;
    }

    private static void write(Socket client, String... head) throws IOException {
        client.getOutputStream().write((String.join("\r\n", head) + "\r\n\r\n").getBytes(US_ASCII));
    }

    /** What {@link Answers} writes to its log while this is open. */
    private static final class LogOfAnswers extends AppenderBase<ILoggingEvent> implements AutoCloseable {
        private final Logger logger = (Logger) LoggerFactory.getLogger(Answers.class);
        private final BlockingQueue<ILoggingEvent> events = new LinkedBlockingQueue<>();

        LogOfAnswers() {
            start();
            logger.setLevel(Level.DEBUG);
            logger.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }

        ILoggingEvent next() throws InterruptedException {
            ILoggingEvent event = events.poll(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            assertThat(event).as("a line in the log").isNotNull();
            return event;
        }

        @Override
        public void close() {
            logger.detachAppender(this);
            logger.setLevel(null);
        }
    }
}
