package io.kintsugi.cluster.security;

import io.kintsugi.cluster.client.ApiCredentials;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides who may do what, for HTTP and for the event bus. Any thread may call.
 *
 * <p>Without authentication everybody may do everything; such a node binds nothing but the loopback address.
 */
public final class Access {
    private static final String BEARER = "Bearer ";
    private static final String PASSPORT = "Passport ";

    private final @Nullable Gate gate;

    private Access(@Nullable Gate gate) {
        this.gate = gate;
    }

    /**
     * What an operation asks of its caller.
     *
     * @param role empty: everybody may call it
     */
    public record Need(String operation, Optional<AccessRole> role) {}

    /** No authentication. */
    public static Access off() {
        return new Access(null);
    }

    /**
     * Reads keys and users, and looks for changes of the users from then on. Fails with {@link IllegalArgumentException}
     * that names the setting.
     */
    public static Future<Access> open(Vertx vertx, SecuritySettings settings) {
        if (!settings.hasAuthentication()) {
            return Future.succeededFuture(off());
        }
        return vertx.executeBlocking(() -> new Gate(vertx, settings), false)
                .compose(Gate::follow)
                .map(Access::new);
    }

    public boolean isOn() {
        return gate != null;
    }

    /** Who sends a request over HTTP; fails with {@link ProblemException} if that may not be answered. */
    public Future<Caller> admit(Need need, @Nullable String authorization) {
        Gate on = gate;
        if (on == null || need.role().isEmpty()) {
            return Future.succeededFuture(Caller.anybody());
        }
        if (authorization == null) {
            return refused(ProblemCode.UNAUTHENTICATED, "log in, or send 'Authorization: Bearer TOKEN'");
        }
        if (!authorization.startsWith(BEARER)) {
            return refused(
                    ProblemCode.UNAUTHENTICATED, "header Authorization: expected 'Bearer TOKEN', found something else");
        }
        return on.caller(authorization.substring(BEARER.length())).compose(caller -> allow(need, caller));
    }

    /**
     * Who sends a request over the event bus, where nodes vouch for whom they have let in already.
     *
     * @param request a node vouches for one request only
     */
    public Future<Caller> admitOnBus(Need need, @Nullable String authorization, String request) {
        Gate on = gate;
        if (on == null || authorization == null || !authorization.startsWith(PASSPORT)) {
            return admit(need, authorization);
        }
        return on.vouchedFor(authorization.substring(PASSPORT.length()), need.operation(), request)
                .compose(caller -> need.role().isEmpty() ? Future.succeededFuture(caller) : allow(need, caller));
    }

    /** What tells another node who asks; null without authentication. */
    public @Nullable String passport(Caller caller, String operation, String request) {
        return gate == null ? null : PASSPORT + gate.tokens().passport(caller, operation, request);
    }

    /** Lets code of this node use the API by itself. */
    public ApiCredentials ownCredentials(String node) {
        Caller self = new Caller("node:" + node, AccessRole.ADMIN);
        return (operation, request) -> passport(self, operation, request);
    }

    /**
     * Checks a password and begins a session; fails with {@link ProblemException}.
     *
     * @param address where the request comes from
     */
    public Future<LogIn> logIn(String name, String password, String address) {
        return gate == null
                ? refused(ProblemCode.UNAUTHENTICATED, "this node has no users: security.users-file is empty")
                : gate.logIn(name, password, address);
    }

    /** Whether there is a user of this name, which is not for strangers to know. */
    public boolean knows(String name) {
        return gate != null && gate.knows(name);
    }

    /**
     * Ends a session on all nodes that are there. The result is the name of its user; for a token that is none nothing
     * happens, and it is {@link Caller#UNKNOWN}.
     */
    public Future<String> logOut(String token) {
        return gate == null ? Future.succeededFuture(Caller.UNKNOWN) : gate.logOut(token);
    }

    /** Looks for no more changes. */
    public Future<Void> close() {
        return gate == null ? Future.succeededFuture() : gate.close();
    }

    private static Future<Caller> allow(Need need, Caller caller) {
        AccessRole needed = need.role().orElseThrow();
        if (caller.role().includes(needed)) {
            return Future.succeededFuture(caller);
        }
        Problem problem = Problem.of(
                ProblemCode.FORBIDDEN,
                "operation %s needs the role %s; '%s' is %s"
                        .formatted(
                                need.operation(),
                                needed.text(),
                                caller.name(),
                                caller.role().text()));
        return Future.failedFuture(new ForbiddenException(problem, caller));
    }

    static <T> Future<T> refused(ProblemCode code, String detail) {
        return Future.failedFuture(Problem.of(code, detail).toException());
    }
}
