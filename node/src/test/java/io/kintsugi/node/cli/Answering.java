package io.kintsugi.node.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on a free port that gives prepared answers and keeps the requests. */
final class Answering implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentSkipListMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private final List<String> authorizations = new CopyOnWriteArrayList<>();

    private record Answer(int status, String body) {}

    Answering() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** @param request method and path, {@code GET /api/v1/jobs} */
    Answering on(String request, int status, String body) {
        answers.put(request, new Answer(status, body));
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Method, path and body of each. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** The header of each; empty text for none. */
    List<String> authorizations() {
        return List.copyOf(authorizations);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        authorizations.add(authorization == null ? "" : authorization);
        requests.add((request + " " + body).strip());
        Answer answer = answers.getOrDefault(request, new Answer(404, "nothing here"));
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
