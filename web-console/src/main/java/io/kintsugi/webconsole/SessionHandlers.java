package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.security.ApiSecurity;
import io.kintsugi.cluster.security.AuditEntry;
import io.kintsugi.cluster.security.Caller;
import io.kintsugi.cluster.security.LogIn;
import io.kintsugi.cluster.security.TryLaterException;
import io.vertx.core.Future;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Logs people in and out, and tells them who they are. */
final class SessionHandlers {
    private final ApiSecurity security;
    private final boolean uploads;

    SessionHandlers(ApiSecurity security, boolean uploads) {
        this.security = security;
        this.uploads = uploads;
    }

    /** @param body name and password, as the contract has them */
    void logIn(RoutingContext context, JsonObject body) {
        String name = body.getString("user");
        security.access()
                .logIn(name, body.getString("password"), address(context))
                .onSuccess(logIn -> written(context, "logIn", logIn.caller().name(), null)
                        .onComplete(done -> welcome(context, logIn)))
                .onFailure(failure -> written(context, "logIn", nameInAudit(name), failure)
                        .onComplete(done -> Answers.failure(context, failure)));
    }

    /** A name that nobody has may be a password in the wrong field. */
    private String nameInAudit(String name) {
        return security.access().knows(name) ? name : Caller.UNKNOWN;
    }

    private static String address(RoutingContext context) {
        SocketAddress address = context.request().remoteAddress();
        return address == null ? "" : address.hostAddress();
    }

    private void welcome(RoutingContext context, LogIn logIn) {
        context.response().addCookie(cookie(context, logIn.token(), logIn.seconds()));
        Answers.json(context, 200, json(logIn.caller(), true));
    }

    void logOut(RoutingContext context) {
        String token = Doorkeeper.session(context.request());
        Future<Void> ended = token == null
                ? Future.succeededFuture()
                : security.access().logOut(token).compose(user -> written(context, "logOut", user, null));
        ended.onComplete(done -> {
            context.response().addCookie(cookie(context, "", 0));
            Answers.json(
                    context,
                    200,
                    new JsonObject().put("authentication", security.access().isOn()));
        });
    }

    void me(RoutingContext context, Caller caller) {
        Answers.json(context, 200, json(caller, security.access().isOn()));
    }

    private JsonObject json(Caller caller, boolean authentication) {
        JsonObject json = new JsonObject().put("authentication", authentication).put("uploads", uploads);
        if (!caller.name().equals(Caller.UNKNOWN)) {
            json.put("user", caller.name());
        }
        return json.put("role", caller.role().text());
    }

    /** Scripts cannot read it, and pages of other sites cannot make a browser send it. */
    private static Cookie cookie(RoutingContext context, String value, long seconds) {
        return Cookie.cookie(Doorkeeper.COOKIE, value)
                .setPath("/")
                .setHttpOnly(true)
                .setSameSite(CookieSameSite.STRICT)
                .setSecure(context.request().isSSL())
                .setMaxAge(seconds);
    }

    /** Tries that were not looked at are left out, since whoever makes many of them could push all else out of the file. */
    private Future<Void> written(RoutingContext context, String operation, String user, @Nullable Throwable failure) {
        if (failure instanceof TryLaterException) {
            return Future.succeededFuture();
        }
        Problem problem = failure instanceof ProblemException known ? known.problem() : null;
        return security.audit()
                .record(new AuditEntry(
                        System.currentTimeMillis(),
                        user,
                        operation,
                        new JsonObject().put("address", address(context)),
                        failure == null
                                ? 200
                                : problem == null ? 500 : problem.code().status(),
                        problem == null ? "" : problem.code().code(),
                        Answers.requestId(context)));
    }
}
