package io.kintsugi.cluster.client;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Knows by its name whether a job's parameter is likely to hold a secret, so that no answer shows it. */
final class SecretNames {
    private static final String MASK = "***";
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(passw(or)?d|secret|token|credential|api[-_.]?key|private[-_.]?key).*");

    private SecretNames() {}

    static Map<String, String> masked(Map<String, String> parameters) {
        Map<String, String> shown = new TreeMap<>(parameters);
        shown.replaceAll((name, value) -> SECRET.matcher(name).matches() ? MASK : value);
        return shown;
    }
}
