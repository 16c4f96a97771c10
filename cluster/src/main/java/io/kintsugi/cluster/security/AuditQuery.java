package io.kintsugi.cluster.security;

import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Which entries of the audit are asked for; those that fit all of it.
 *
 * @param user empty: whoever it was
 * @param operation empty: whichever it was
 * @param about a job, a node, a savepoint, a digest: what stands in {@code what} as a whole, or made; empty: about anything
 * @param refused empty: both what was done and what was refused
 */
public record AuditQuery(
        Optional<String> user, Optional<String> operation, Optional<String> about, Optional<Boolean> refused) {
    private static final int REFUSED_FROM = 400;

    /** Everything. */
    public static AuditQuery all() {
        return new AuditQuery(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    boolean fits(JsonObject entry) {
        boolean wasRefused = entry.getInteger("status", 0) >= REFUSED_FROM;
        return user.filter(name -> !name.equals(entry.getString("user"))).isEmpty()
                && operation
                        .filter(id -> !id.equals(entry.getString("operation")))
                        .isEmpty()
                && refused.filter(asked -> asked != wasRefused).isEmpty()
                && about.filter(thing -> !isAbout(entry, thing)).isEmpty();
    }

    private static boolean isAbout(JsonObject entry, String thing) {
        JsonObject what = entry.getJsonObject("what", new JsonObject());
        return what.getMap().containsValue(thing) || what.getString("made", "").endsWith("/" + thing);
    }
}
