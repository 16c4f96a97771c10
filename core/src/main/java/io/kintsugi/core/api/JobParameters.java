package io.kintsugi.core.api;

import io.kintsugi.core.model.Nearest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The parameters that a job is submitted with. A builder reads each that it knows; one that nobody has read is a mistake
 * of the submitter, see {@link #requireAllRead}. For use by one thread.
 */
public final class JobParameters {
    private final TreeMap<String, String> values;
    private final TreeSet<String> known = new TreeSet<>();

    public JobParameters(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    public static JobParameters none() {
        return new JobParameters(new TreeMap<>());
    }

    /** The value, or {@code fallback} when it is not given. */
    public String text(String name, String fallback) {
        known.add(name);
        return values.getOrDefault(name, fallback);
    }

    /** Throws {@link JobParameterException} when it is not given. */
    public String text(String name) {
        known.add(name);
        String value = values.get(name);
        if (value == null) {
            throw refused(name, " is needed and was not given");
        }
        return value;
    }

    /** Throws {@link JobParameterException} for what is not a whole number from {@code min} to {@code max}. */
    public long number(String name, long fallback, long min, long max) {
        String text = text(name, Long.toString(fallback));
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw refused(name, ": expected a whole number, found '%s'".formatted(text));
        }
        if (value < min || value > max) {
            throw refused(name, ": expected %d to %d, found %d".formatted(min, max, value));
        }
        return value;
    }

    /** As the other, for numbers that fit an {@code int}. */
    public int number(String name, int fallback, int min, int max) {
        return Math.toIntExact(number(name, (long) fallback, min, max));
    }

    /** Throws {@link JobParameterException} for anything but {@code true} and {@code false}. */
    public boolean flag(String name, boolean fallback) {
        String text = text(name, Boolean.toString(fallback));
        if (!text.equals("true") && !text.equals("false")) {
            throw refused(name, ": expected true or false, found '%s'".formatted(text));
        }
        return text.equals("true");
    }

    /** Throws {@link JobParameterException} for what is not a number from {@code min} to {@code max}. */
    public double decimal(String name, double fallback, double min, double max) {
        String text = text(name, Double.toString(fallback));
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw refused(name, ": expected a number, found '%s'".formatted(text));
        }
        if (!(value >= min && value <= max)) {
            throw refused(name, ": expected %s to %s, found %s".formatted(min, max, text));
        }
        return value;
    }

    /**
     * Called by a builder that has read all that it knows. Throws {@link JobParameterException} that names each
     * parameter that was given and not asked for, and the nearest that was.
     */
    public void requireAllRead() {
        List<String> unread =
                values.keySet().stream().filter(name -> !known.contains(name)).toList();
        if (!unread.isEmpty()) {
            String message = unread.stream()
                    .map(name -> "parameter '%s' is not known to this job%s".formatted(name, Nearest.hint(name, known)))
                    .collect(Collectors.joining("; "));
            throw new JobParameterException(message, true);
        }
    }

    private static JobParameterException refused(String name, String what) {
        return new JobParameterException("parameter '" + name + "'" + what, false);
    }
}
