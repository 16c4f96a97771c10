package io.kintsugi.webconsole;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/** An answer in a test. */
record Answer(int status, MultiMap headers, Buffer body) {
    JsonObject json() {
        return body.toJsonObject();
    }

    String code() {
        return json().getString("code");
    }

    String detail() {
        return json().getString("detail");
    }

    JsonObject error(int index) {
        return json().getJsonArray("errors").getJsonObject(index);
    }

    /** Without parameters. */
    String type() {
        return headers.contains("content-type") ? headers.get("content-type").split(";", 2)[0] : "";
    }
}
