package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.TreeMap;

/** A request of a test. */
record Call(String method, String path, String host, Map<String, String> headers, Buffer body) {
    static Call of(String method, String path) {
        return new Call(method, path, "127.0.0.1", Map.of(), Buffer.buffer());
    }

    static Call json(String method, String path, String body) {
        return of(method, path).with("content-type", "application/json").body(Buffer.buffer(body));
    }

    static Call yaml(String method, String path, String body) {
        return of(method, path).with("content-type", "application/yaml").body(Buffer.buffer(body));
    }

    static Call jar(Buffer body) {
        return of("POST", "/api/v1/artifacts")
                .with("content-type", "application/octet-stream")
                .body(body);
    }

    Call with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Call(method, path, host, more, body);
    }

    Call body(Buffer content) {
        return new Call(method, path, host, headers, content);
    }

    Call host(String name) {
        return new Call(method, path, name, headers, body);
    }

    Call query(String query) {
        return new Call(method, path + (path.contains("?") ? "&" : "?") + query, host, headers, body);
    }
}
