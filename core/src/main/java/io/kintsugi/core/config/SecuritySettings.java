package io.kintsugi.core.config;

/** Who may call the API, and what is written down about it. */
public record SecuritySettings(
        @Setting(
                key = "users-file",
                fallback = "",
                reason =
                        "File with names, roles and hashed passwords, as 'kintsugi user' writes it. With it the API asks"
                                + " who calls; with neither it nor issuer-key-file there is no authentication, and only the"
                                + " loopback address may be bound.")
        String usersFile,

        @Setting(
                key = "key",
                fallback = "",
                reason = "file:PATH or env:NAME of the key that signs sessions, tokens and what nodes tell each other"
                        + " about callers; the same for all nodes and for nobody else. 'kintsugi keygen' makes one.")
        String key,

        @Setting(
                key = "issuer-key-file",
                fallback = "",
                reason = "PEM file with the public key (RSA or EC) of an outside issuer whose JWTs are taken as well.")
        String issuerKeyFile,

        @Setting(key = "issuer", fallback = "", reason = "The claim iss that tokens of the outside issuer must have.")
        String issuer,

        @Setting(
                key = "issuer-audience",
                fallback = "kintsugi",
                reason = "The claim aud that tokens of the outside issuer must have.")
        String issuerAudience,

        @Setting(
                key = "issuer-role-claim",
                fallback = "role",
                reason = "The claim that holds viewer, operator, deployer or admin in tokens of the outside issuer.")
        String issuerRoleClaim,

        @Setting(
                key = "session-minutes",
                fallback = "480",
                min = 1,
                max = 43_200,
                reason = "How long a log-in lasts: a working day.")
        int sessionMinutes,

        @Setting(
                key = "login-failures-max",
                fallback = "10",
                min = 1,
                max = 1_000,
                reason = "Wrong passwords from one address, and for one name, within login-window-s; then 429.")
        int loginFailuresMax,

        @Setting(
                key = "login-window-s",
                fallback = "60",
                min = 1,
                max = 86_400,
                reason = "How long wrong passwords count.")
        int loginWindowS,

        @Setting(
                key = "login-checks-max",
                fallback = "2",
                min = 1,
                max = 64,
                reason = "Passwords that are checked at once, since each takes a core for a tenth of a second; others"
                        + " get 429.")
        int loginChecksMax,

        @Setting(
                key = "login-addresses-max",
                fallback = "10000",
                min = 1,
                max = 1_000_000,
                reason = "Addresses whose wrong passwords are remembered; the oldest is forgotten first.")
        int loginAddressesMax,

        @Setting(
                key = "logged-out-max",
                fallback = "10000",
                min = 1,
                max = 1_000_000,
                reason = "Sessions that were logged out before their time and are remembered; the oldest is forgotten"
                        + " first.")
        int loggedOutMax,

        @Setting(
                key = "users-reload-ms",
                fallback = "2000",
                min = 100,
                max = 600_000,
                reason = "How often a node looks whether the users file has changed.")
        int usersReloadMs,

        @Setting(
                key = "open-metrics",
                fallback = "false",
                reason = "Whether /metrics answers everybody although there is authentication; else it takes a viewer.")
        boolean openMetrics,

        @Setting(
                key = "audit-bytes-max",
                fallback = "10485760",
                min = 10_000,
                max = 1_073_741_824,
                reason = "Size at which a node begins a new audit file and drops the one before the last.")
        int auditBytesMax) {

    public SecuritySettings {
        if (!key.isEmpty()) {
            SecretRef.parse("security.key", key);
        } else if (!usersFile.isEmpty() || !issuerKeyFile.isEmpty()) {
            throw new IllegalArgumentException("security.key: expected file:PATH or env:NAME, found nothing;"
                    + " authentication needs it, and 'kintsugi keygen FILE' makes one");
        }
        if (!issuerKeyFile.isEmpty() && issuer.isEmpty()) {
            throw new IllegalArgumentException(
                    "security.issuer: expected the claim iss of the outside issuer, found nothing");
        }
    }

    public static SecuritySettings defaults() {
        return new SecuritySettings(
                "", "", "", "", "kintsugi", "role", 480, 10, 60, 2, 10_000, 10_000, 2_000, false, 10_485_760);
    }

    /** Whether the API asks who calls. */
    public boolean hasAuthentication() {
        return !usersFile.isEmpty() || !issuerKeyFile.isEmpty();
    }
}
