package io.kintsugi.examples.quakes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The earthquakes of the example, in the order in which they were published. Read once, at first use; any thread may call. */
public final class Quakes {

    /** Events of the week. */
    public static final int EVENTS = 1_707;

    private static final String RESOURCE = "earthquakes.csv.gz";
    private static final String HEADER = "time,updated,network,id,magnitude,place";
    private static final int COLUMNS = 6;

    private Quakes() {}

    /** @param index from 0 to {@link #EVENTS} - 1, by time of publication */
    public static Quake quake(long index) {
        if (index < 0 || index >= EVENTS) {
            throw new IllegalArgumentException("quake index: expected 0 to " + (EVENTS - 1) + ", found " + index);
        }
        return Loaded.PUBLISHED.get((int) index);
    }

    private static final class Loaded {
        static final List<Quake> PUBLISHED = load();
    }

    private static List<Quake> load() {
        InputStream resource = Quakes.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IllegalStateException(RESOURCE + ": not on the class path beside " + Quakes.class.getName());
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            List<Quake> quakes = parse(lines);
            quakes.sort(Comparator.comparingLong(Quake::updated)); // Stable: ties keep the order of the file.
            return List.copyOf(quakes);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + ": cannot be read", e);
        }
    }

    private static List<Quake> parse(BufferedReader lines) throws IOException {
        String header = lines.readLine();
        if (!HEADER.equals(header)) {
            throw new IllegalStateException(RESOURCE + ":1: expected '" + HEADER + "', found '" + header + "'");
        }
        List<Quake> quakes = new ArrayList<>(EVENTS);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] columns = line.split(",", COLUMNS);
            if (columns.length != COLUMNS) {
                throw new IllegalStateException(RESOURCE + ":" + (quakes.size() + 2) + ": expected " + COLUMNS
                        + " columns, found " + columns.length + " in '" + line + "'");
            }
            quakes.add(new Quake(
                    Long.parseLong(columns[0]),
                    Long.parseLong(columns[1]),
                    columns[2].intern(),
                    columns[3],
                    Double.parseDouble(columns[4]),
                    columns[5]));
        }
        if (quakes.size() != EVENTS) {
            throw new IllegalStateException(RESOURCE + ": expected " + EVENTS + " events, found " + quakes.size());
        }
        return quakes;
    }
}
