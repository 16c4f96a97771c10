package io.kintsugi.webconsole;

import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.hashing.HashingStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One user for each role, who is called as the role and whose password is {@code NAME-password}. */
final class Staff {
    static final List<String> NAMES = List.of("viewer", "operator", "deployer", "admin");
    static final String KEY = "a key of the tests that has many characters";
    static final int FAILURES_MAX = 3;

    /** Longer than any test. */
    static final int LOGIN_WINDOW_S = 3_600;

    private Staff() {}

    /** Writes users and key to {@code folder}. */
    static SecuritySettings in(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path users = folder.resolve("users");
        Path key = folder.resolve("key");
        Files.writeString(users, NAMES.stream().map(Staff::line).collect(Collectors.joining()));
        Files.writeString(key, KEY);
        SecuritySettings defaults = SecuritySettings.defaults();
        return new SecuritySettings(
                users.toString(),
                "file:" + key,
                "",
                "",
                "",
                "",
                defaults.sessionMinutes(),
                FAILURES_MAX,
                LOGIN_WINDOW_S,
                defaults.loginChecksMax(),
                defaults.loginAddressesMax(),
                defaults.loggedOutMax(),
                100,
                false,
                defaults.auditBytesMax());
    }

    /** Few iterations, since what the hash is worth is not the question here. */
    static String line(String name) {
        String hash = HashingStrategy.load().hash("pbkdf2", Map.of("it", "10"), "c2FsdHNhbHRzYWx0", password(name));
        return name + ":" + name + ":" + hash + "\n";
    }

    static String password(String name) {
        return name + "-password";
    }

    static Call logIn(String name, String password) {
        return Call.of("POST", "/api/v1/session")
                .with("content-type", "application/json")
                .body(Buffer.buffer(new JsonObject()
                        .put("user", name)
                        .put("password", password)
                        .encode()));
    }

    /** The value of the session's cookie. */
    static String token(HttpFixture node, String name) throws Exception {
        Answer answer = node.send(logIn(name, password(name)));
        String cookie = answer.headers().get("set-cookie");
        return cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    }
}
