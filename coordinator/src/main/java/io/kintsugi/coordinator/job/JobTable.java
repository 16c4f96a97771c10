package io.kintsugi.coordinator.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest run of every job name. Live ones stay; of the ended ones the oldest is forgotten when there are too many.
 *
 * @param <T> what is kept of a run
 */
public final class JobTable<T> {
    private final int endedMax;
    private final TreeMap<String, T> newest = new TreeMap<>();
    private final LinkedHashSet<String> ended = new LinkedHashSet<>();

    public JobTable(int endedMax) {
        this.endedMax = endedMax;
    }

    /** A new run, in the place of an ended one of this name. */
    public void begin(String name, T run) {
        if (newest.containsKey(name) && !ended.remove(name)) {
            throw new IllegalStateException("job " + name + " lives and cannot begin again");
        }
        newest.put(name, run);
    }

    public void end(String name) {
        if (!newest.containsKey(name) || !ended.add(name)) {
            throw new IllegalStateException("job " + name + " does not live and cannot end");
        }
        if (ended.size() > endedMax) {
            String oldest = ended.iterator().next();
            ended.remove(oldest);
            newest.remove(oldest);
        }
    }

    /** Throws {@link IllegalStateException} for a job that lives; one that is not known is forgotten already. */
    public void forget(String name) {
        if (lives(name)) {
            throw new IllegalStateException("job " + name + " lives and cannot be forgotten");
        }
        newest.remove(name);
        ended.remove(name);
    }

    public Optional<T> get(String name) {
        return Optional.ofNullable(newest.get(name));
    }

    public boolean lives(String name) {
        return newest.containsKey(name) && !ended.contains(name);
    }

    /** By name. */
    public Collection<T> all() {
        return Collections.unmodifiableCollection(newest.values());
    }

    public List<T> live() {
        List<T> live = new ArrayList<>();
        newest.forEach((name, run) -> {
            if (!ended.contains(name)) {
                live.add(run);
            }
        });
        return live;
    }

    /** Names that are known, live or ended. */
    public Collection<String> names() {
        return Collections.unmodifiableCollection(newest.keySet());
    }
}
