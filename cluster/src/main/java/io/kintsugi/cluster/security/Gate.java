package io.kintsugi.cluster.security;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.core.config.SecuritySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@link Access} asks when there is authentication: keys, users, sessions. */
final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    /** Where nodes tell each other which sessions were logged out; signed, since everybody in the cluster can send there. */
    private static final String LOGGED_OUT = "k.logged-out";

    private static final String LOG_OUT = "logOut";

    private final Vertx vertx;
    private final SecuritySettings settings;
    private final Tokens tokens;
    private final Optional<OutsideIssuer> issuer;
    private final Optional<UsersFile> file;
    private final Logins logins;
    private final LoggedOut loggedOut;
    private volatile Users users = Users.none();
    private volatile String usersVersion = "";
    private @Nullable MessageConsumer<JsonObject> consumer;
    private long timer;

    /** Blocks to read files. */
    Gate(Vertx vertx, SecuritySettings settings) throws IOException {
        this.vertx = vertx;
        this.settings = settings;
        this.tokens = new Tokens(vertx, SecretText.read("security.key", settings.key(), System.getenv()));
        this.issuer = OutsideIssuer.open(vertx, settings);
        this.file = settings.usersFile().isEmpty()
                ? Optional.empty()
                : Optional.of(new UsersFile(Path.of(settings.usersFile())));
        this.logins = new Logins(vertx, settings, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
        this.loggedOut = new LoggedOut(settings.loggedOutMax());
        if (file.isPresent()) {
            users = file.get().read();
            usersVersion = file.get().version();
        }
    }

    Tokens tokens() {
        return tokens;
    }

    /** From now on knows what other nodes tell and what changes in the file. */
    Future<Gate> follow() {
        MessageConsumer<JsonObject> heard = vertx.eventBus().consumer(LOGGED_OUT, message -> hear(message.body()));
        consumer = heard;
        timer = vertx.setPeriodic(settings.usersReloadMs(), id -> vertx.executeBlocking(this::reload, false));
        return heard.completion().map(this);
    }

    Future<Void> close() {
        vertx.cancelTimer(timer);
        return consumer == null ? Future.succeededFuture() : consumer.unregister();
    }

    /** A file that cannot be read leaves the users as they are, since locking everybody out helps nobody. */
    private @Nullable Void reload() {
        if (file.isEmpty()) {
            return null;
        }
        try {
            String version = file.get().version();
            if (!version.equals(usersVersion)) {
                usersVersion = version;
                users = file.get().read();
                LOG.info("security users={} read again", users.all().size());
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("security users stay as they were cause=\"{}\"", e.getMessage());
        }
        return null;
    }

    /** Whom a token stands for: a user of the file, or somebody the outside issuer vouches for. */
    Future<Caller> caller(String token) {
        return tokens.readSession(token)
                .map(this::user)
                .recover(notOurs -> issuer.isPresent() ? issuer.get().read(token) : Future.failedFuture(notOurs))
                .recover(failure -> failure instanceof ProblemException
                        ? Future.failedFuture(failure)
                        : Access.refused(ProblemCode.UNAUTHENTICATED, "the token is not valid or has expired"));
    }

    private Caller user(Tokens.Session session) {
        return users.find(session.user())
                .filter(user -> session.isOf(user) && !loggedOut.contains(session.id()))
                .map(user -> new Caller(user.name(), user.role()))
                .orElseThrow(() -> Problem.of(
                                ProblemCode.UNAUTHENTICATED,
                                "the session has ended: it was logged out, or its user is gone or has a new password")
                        .toException());
    }

    Future<Caller> vouchedFor(String passport, String operation, String request) {
        return tokens.readPassport(passport, operation, request)
                .recover(failure -> Future.succeededFuture(Optional.empty()))
                .compose(caller -> caller.isPresent()
                        ? Future.succeededFuture(caller.get())
                        : Access.refused(
                                ProblemCode.UNAUTHENTICATED,
                                "what a node says about the caller is not valid: do all nodes have the same security.key,"
                                        + " and do their clocks agree?"));
    }

    Future<LogIn> logIn(String name, String password, String address) {
        Optional<User> user = users.find(name);
        return logins.check(user, password, address).compose(right -> {
            if (!right || user.isEmpty()) {
                return Access.refused(ProblemCode.UNAUTHENTICATED, "there is no such user, or the password is wrong");
            }
            long seconds = TimeUnit.MINUTES.toSeconds(settings.sessionMinutes());
            Caller caller = new Caller(user.get().name(), user.get().role());
            return Future.succeededFuture(new LogIn(caller, tokens.session(user.get(), seconds), seconds));
        });
    }

    boolean knows(String name) {
        return users.find(name).isPresent();
    }

    /** The name of the user whose session it was. */
    Future<String> logOut(String token) {
        return tokens.readSession(token)
                .onSuccess(session -> vertx.eventBus()
                        .publish(
                                LOGGED_OUT,
                                new JsonObject()
                                        .put("session", session.id())
                                        .put("end", session.expiresS())
                                        .put("passport", tokens.passport(Caller.anybody(), LOG_OUT, session.id()))))
                .map(Tokens.Session::user)
                .otherwise(Caller.UNKNOWN);
    }

    private void hear(JsonObject told) {
        String session = told.getString("session", "");
        tokens.readPassport(told.getString("passport", ""), LOG_OUT, session)
                .onSuccess(node -> {
                    if (node.isPresent()) {
                        loggedOut.add(
                                session, told.getLong("end"), Instant.now().getEpochSecond());
                    }
                })
                .onFailure(forged ->
                        LOG.warn("security log-out of a session not taken cause=\"{}\"", forged.getMessage()));
    }
}
