package io.kintsugi.worker.state;

import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.worker.schema.Codec;
import io.kintsugi.worker.schema.Codecs;
import io.kintsugi.worker.schema.Resolution;
import io.kintsugi.worker.schema.SchemaMismatchException;
import io.kintsugi.worker.schema.ValueReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives a new attempt the state that was stored: its own, or its share of that of other subtasks where the parallelism
 * has changed. Used by one thread, which may block. Cheapest when states are asked for in the order in which they were
 * captured: then the versions are read through once.
 *
 * <p>Damaged versions throw {@link CorruptSnapshotException}, and such that do not fit today's job
 * {@link StateMismatchException}.
 */
public final class TaskRestore implements AutoCloseable {
    private final SubtaskShare share;
    private final Codecs codecs;
    private final List<InputStream> streams;
    private final List<VersionReader> versions;
    private final Set<String> asked = new TreeSet<>();

    private TaskRestore(SubtaskShare share, Codecs codecs, List<InputStream> streams, List<VersionReader> versions) {
        this.share = share;
        this.codecs = codecs;
        this.streams = streams;
        this.versions = versions;
    }

    /**
     * Reads the beginning of each version.
     *
     * @param versions nothing for a task that begins empty; closed by {@link #close}
     */
    public static TaskRestore open(SubtaskShare share, Codecs codecs, List<? extends InputStream> versions) {
        GroupRange groups = share.groups();
        List<VersionReader> readers = new ArrayList<>();
        versions.forEach(version -> readers.add(new VersionReader(version, groups::contains)));
        readers.sort(Comparator.comparingInt(reader -> reader.share().subtask()));
        return new TaskRestore(share, codecs, List.copyOf(versions), readers);
    }

    /**
     * The values that {@link TaskCapture#values} stored, in order. With another parallelism than today's, those of all
     * subtasks are dealt out in turns: then the versions of all of them must be there.
     */
    public <T> List<T> values(String step, String name, Class<T> type) {
        List<Object> all = new ArrayList<>();
        Codec codec = codecs.of(type);
        boolean rescaled = false;
        for (VersionReader version : versions) {
            if (version.share().parallelism() != share.parallelism()) {
                rescaled = true;
                requireAll(version.share().parallelism(), step, name);
            }
            if (version.share().parallelism() != share.parallelism()
                    || version.share().subtask() == share.subtask()) {
                read(version, new Section(step, name, Section.Kind.VALUES, codec.schema()), codec, all::add);
            }
        }
        List<T> own = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!rescaled || i % share.parallelism() == share.subtask()) {
                own.add(type.cast(all.get(i)));
            }
        }
        return own;
    }

    /** The values that {@link TaskCapture#values} stored in any subtask, in the order of these. */
    public <T> List<T> valuesOfAll(String step, String name, Class<T> type) {
        Codec codec = codecs.of(type);
        List<T> all = new ArrayList<>();
        Section wanted = new Section(step, name, Section.Kind.VALUES, codec.schema());
        versions.forEach(version -> read(version, wanted, codec, value -> all.add(type.cast(value))));
        return all;
    }

    /** Values are dealt out by their place among all, so none may be missing. */
    private void requireAll(int parallelism, String step, String name) {
        if (versions.size() != parallelism) {
            throw new IllegalStateException(
                    "step '%s': state '%s' is to be dealt out anew and needs the versions of all %d subtasks, found %d"
                            .formatted(step, name, parallelism, versions.size()));
        }
    }

    /** @param wanted as it would be stored today */
    private void read(VersionReader version, Section wanted, Codec codec, VersionReader.Taker taker) {
        for (Section section : version.sections()) {
            if (section.step().equals(wanted.step()) && section.name().equals(wanted.name())) {
                asked.add(section.label());
                readSection(version, section, resolve(section, wanted.kind(), codec), taker);
            }
        }
    }

    private static void readSection(
            VersionReader version, Section section, ValueReader values, VersionReader.Taker taker) {
        try {
            version.read(section, values, taker);
        } catch (CorruptSnapshotException | UncheckedIOException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StateMismatchException(section.label() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static ValueReader resolve(Section section, Section.Kind kind, Codec codec) {
        if (section.kind() != kind) {
            throw new StateMismatchException("%s: expected %s, found %s"
                    .formatted(section.label(), kind.label(), section.kind().label()));
        }
        try {
            return Resolution.resolve(section.schema(), codec);
        } catch (SchemaMismatchException e) {
            throw new StateMismatchException(
                    "%s does not fit its class: %s".formatted(section.label(), e.getMessage()), e);
        }
    }

    /** Fills in all that the step keeps by key, in the key groups of this subtask. */
    public void keyed(String step, KeyedState into) {
        for (KeyedState.StoredPart part : into.stored()) {
            for (VersionReader version : part.part().keyed() ? versions : one()) {
                read(version, part.section(), part.codec(), row -> part.part().restore(new Row((Object[]) row)));
            }
            part.part().restored();
        }
    }

    /** Of what is the same in all subtasks: the own version if it is there. */
    private List<VersionReader> one() {
        return versions.stream()
                .filter(version -> version.share().subtask() == share.subtask())
                .findFirst()
                .or(() -> versions.stream().findFirst())
                .stream()
                .toList();
    }

    /** Fills in the lists of a step that does not work by key. */
    public void unkeyed(OperatorState into) {
        into.restore(this);
    }

    /** What is stored and nobody has asked for, as {@code step 'count': state 'sums'}. */
    public List<String> unused() {
        Set<String> unused = new TreeSet<>();
        versions.forEach(version -> version.sections().forEach(section -> unused.add(section.label())));
        unused.removeAll(asked);
        return List.copyOf(unused);
    }

    @Override
    public void close() {
        for (InputStream stream : streams) {
            try {
                stream.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
