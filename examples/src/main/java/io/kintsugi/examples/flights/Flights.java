package io.kintsugi.examples.flights;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The flights of the example, in the order of departure, replayed for as long as one asks.
 *
 * <p>{@link #flight(long)} is a pure function of the index, so a source rewinds by setting its index back. The file is
 * read once, at first use; any thread may call. Only the first pass is a test of what a model learned: in later passes
 * it meets rows that it was trained on.
 */
public final class Flights {

    /** Rows in one pass. */
    public static final int ROWS = 20_000;

    /** Event time from a row to the same row of the next pass: 13 weeks, so that every weekday stays what it was. */
    public static final long PASS_MS = Duration.ofDays(7 * 13).toMillis();

    private static final String RESOURCE = "flights-20k.csv.gz";
    private static final String HEADER = "date,delay,distance,origin,destination";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm");

    private Flights() {}

    /**
     * The flight at an index of the replay: row {@code index % ROWS} in pass {@code index / ROWS}. Timestamps never
     * decrease from one index to the next, also from pass to pass.
     *
     * @param index from 0; becomes the flight's id
     */
    public static Flight flight(long index) {
        if (index < 0) {
            throw new IllegalArgumentException("flight index: expected 0 or more, found " + index);
        }
        Flight row = Loaded.FLIGHTS.get((int) (index % ROWS));
        long pass = index / ROWS;
        return new Flight(
                index,
                row.timestampMs() + pass * PASS_MS,
                row.delayMin(),
                row.distanceMiles(),
                row.origin(),
                row.destination());
    }

    private static final class Loaded {
        static final List<Flight> FLIGHTS = load();
    }

    private static List<Flight> load() {
        InputStream resource = Flights.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IllegalStateException(RESOURCE + ": not on the class path beside " + Flights.class.getName());
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.US_ASCII))) {
            return parse(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + ": cannot be read", e);
        }
    }

    private static List<Flight> parse(BufferedReader lines) throws IOException {
        String header = lines.readLine();
        if (!HEADER.equals(header)) {
            throw new IllegalStateException(RESOURCE + ":1: expected '" + HEADER + "', found '" + header + "'");
        }
        List<Flight> flights = new ArrayList<>(ROWS);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            flights.add(row(flights.size(), line));
        }
        if (flights.size() != ROWS) {
            throw new IllegalStateException(RESOURCE + ": expected " + ROWS + " rows, found " + flights.size());
        }
        return List.copyOf(flights);
    }

    private static Flight row(int index, String line) {
        String[] columns = line.split(",", -1);
        if (columns.length != 5) {
            throw new IllegalStateException(RESOURCE + ":" + (index + 2) + ": expected 5 columns, found "
                    + columns.length + " in '" + line + "'");
        }
        return new Flight(
                index,
                LocalDateTime.parse(columns[0], DATE).toInstant(ZoneOffset.UTC).toEpochMilli(),
                Integer.parseInt(columns[1]),
                Integer.parseInt(columns[2]),
                columns[3].intern(),
                columns[4].intern());
    }
}
