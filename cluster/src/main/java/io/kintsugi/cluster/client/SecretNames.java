package io.kintsugi.cluster.client;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Knows by its name whether a job's parameter is likely to hold a secret, so that neither answers nor the log show it. */
public final class SecretNames {
    private static final String MASK = "***";
    /** A shorter value is no secret, and would be found everywhere. */
    private static final int VALUE_MIN = 4;

    private static final Pattern SECRET =
            Pattern.compile("(?i).*(passw(or)?d|secret|token|credential|api[-_.]?key|private[-_.]?key).*");

    private SecretNames() {}

    static Map<String, String> masked(Map<String, String> parameters) {
        Map<String, String> shown = new TreeMap<>(parameters);
        shown.replaceAll((name, value) -> SECRET.matcher(name).matches() ? MASK : value);
        return shown;
    }

    /** The text without the values of such parameters, since what a builder throws may quote them. */
    public static String masked(String text, Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .filter(each -> SECRET.matcher(each.getKey()).matches())
                .map(Map.Entry::getValue)
                .filter(value -> value.length() >= VALUE_MIN)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .reduce(text, (left, value) -> left.replace(value, MASK));
    }
}
