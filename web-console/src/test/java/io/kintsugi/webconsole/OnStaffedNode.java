package io.kintsugi.webconsole;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A test with one node that knows a user of each role, and a token for each of them. */
abstract class OnStaffedNode {
    static final String JOBS = "/api/v1/jobs";

    @TempDir
    static Path temp;

    static final Map<String, String> TOKENS = new TreeMap<>();
    static HttpFixture node;

    @BeforeAll
    static void start() throws Exception {
        node = new HttpFixture(temp, true, Staff.in(temp));
        for (String name : Staff.NAMES) {
            TOKENS.put(name, Staff.token(node, name));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @AfterEach
    void reset() throws Exception {
        node.reset();
    }

    static Call bearer(Call call, String token) {
        return call.with("Authorization", "Bearer " + token);
    }
}
