package io.kintsugi.cluster.security;

import io.kintsugi.core.model.Nearest;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The users file: a line {@code name:role:hash} for each user, and comments that begin with {@code #}. Immutable. */
public final class Users {
    private static final String HEAD =
            "# name:role:hash, written by 'kintsugi user'. Nobody but the nodes should read it.\n";

    private final Map<String, User> byName;

    private Users(Map<String, User> byName) {
        this.byName = byName;
    }

    public static Users none() {
        return new Users(new TreeMap<>());
    }

    /** Throws {@link IllegalArgumentException} that names the line; it never shows a hash. */
    static Users parse(String file, String text) {
        Map<String, User> users = new TreeMap<>();
        int line = 0;
        for (String raw : text.lines().toList()) {
            line++;
            String stripped = raw.strip();
            if (stripped.isEmpty() || stripped.startsWith("#")) {
                continue;
            }
            try {
                User user = user(stripped);
                if (users.put(user.name(), user) != null) {
                    throw new IllegalArgumentException("user '" + user.name() + "' stands there twice");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ":" + line + ": " + e.getMessage(), e);
            }
        }
        return new Users(users);
    }

    private static User user(String line) {
        String[] fields = line.split(":", -1);
        if (fields.length != 3) {
            throw new IllegalArgumentException("expected name:role:hash, found " + fields.length + " fields");
        }
        AccessRole role = AccessRole.of(fields[1])
                .orElseThrow(() -> new IllegalArgumentException("user '%s': there is no role '%s'%s"
                        .formatted(fields[0], fields[1], Nearest.hint(fields[1], AccessRole.texts()))));
        return new User(fields[0], role, fields[2]);
    }

    public Optional<User> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** By name. */
    public Collection<User> all() {
        return byName.values();
    }

    /** The same, with this user in the place of one of the same name. */
    public Users with(User user) {
        Map<String, User> more = new TreeMap<>(byName);
        more.put(user.name(), user);
        return new Users(more);
    }

    public Users without(String name) {
        Map<String, User> fewer = new TreeMap<>(byName);
        fewer.remove(name);
        return new Users(fewer);
    }

    String text() {
        StringBuilder text = new StringBuilder(HEAD);
        byName.values()
                .forEach(user -> text.append(user.name())
                        .append(':')
                        .append(user.role().text())
                        .append(':')
                        .append(user.passwordHash())
                        .append('\n'));
        return text.toString();
    }
}
