package io.kintsugi.webconsole;

import java.util.List;

/** Says whether a node can serve requests. Called on the HTTP event loop: it must not block. */
@FunctionalInterface
public interface Readiness {
    /** What the node waits for, in words; empty when it is ready. */
    List<String> missing();
}
