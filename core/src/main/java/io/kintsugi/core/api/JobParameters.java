package io.kintsugi.core.api;

import io.kintsugi.core.model.Nearest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The parameters that a job is submitted with. A builder reads each that it knows; one that nobody has read is a mistake
 * of the submitter, see {@link #requireAllRead}. For use by one thread.
 */
public final class JobParameters {
    private final TreeMap<String, String> values;
    private final Map<String, JobParameter> known = new LinkedHashMap<>();

    public JobParameters(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    public static JobParameters none() {
        return new JobParameters(new TreeMap<>());
    }

    /** The value, or {@code fallback} when it is not given. */
    public String text(String name, String fallback) {
        return read(JobParameter.of(name, JobParameter.Type.TEXT, fallback), fallback);
    }

    /** Throws {@link JobParameterException} when it is not given. */
    public String text(String name) {
        known.putIfAbsent(name, JobParameter.of(name, JobParameter.Type.TEXT, null));
        String value = values.get(name);
        if (value == null) {
            throw refused(name, " is needed and was not given");
        }
        return value;
    }

    /** Throws {@link JobParameterException} for what is not a whole number from {@code min} to {@code max}. */
    public long number(String name, long fallback, long min, long max) {
        String usual = Long.toString(fallback);
        String text = read(
                new JobParameter(name, JobParameter.Type.NUMBER, usual, Long.toString(min), Long.toString(max)), usual);
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
        String usual = Boolean.toString(fallback);
        String text = read(JobParameter.of(name, JobParameter.Type.FLAG, usual), usual);
        if (!text.equals("true") && !text.equals("false")) {
            throw refused(name, ": expected true or false, found '%s'".formatted(text));
        }
        return text.equals("true");
    }

    /** Throws {@link JobParameterException} for what is not a number from {@code min} to {@code max}. */
    public double decimal(String name, double fallback, double min, double max) {
        String usual = Double.toString(fallback);
        String text = read(
                new JobParameter(name, JobParameter.Type.DECIMAL, usual, Double.toString(min), Double.toString(max)),
                usual);
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
        List<String> unread = values.keySet().stream()
                .filter(name -> !known.containsKey(name))
                .toList();
        if (!unread.isEmpty()) {
            String message = unread.stream()
                    .map(name -> "parameter '%s' is not known to this job%s"
                            .formatted(name, Nearest.hint(name, known.keySet())))
                    .collect(Collectors.joining("; "));
            throw new JobParameterException(message, true);
        }
    }

    /** What has been asked for so far, in that order. */
    public List<JobParameter> asked() {
        return List.copyOf(known.values());
    }

    private String read(JobParameter parameter, String fallback) {
        known.putIfAbsent(parameter.name(), parameter);
        return values.getOrDefault(parameter.name(), fallback);
    }

    private static JobParameterException refused(String name, String what) {
        return new JobParameterException("parameter '" + name + "'" + what, false);
    }
}
