package io.kintsugi.cluster.artifact;

import io.kintsugi.core.api.JobBuilder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The builders that say of themselves that they are there. Nothing of them is run. */
final class BuilderCatalogue {
    private static final Logger LOG = LoggerFactory.getLogger(BuilderCatalogue.class);

    /** More names than anybody looks through; also the end of a service file that cannot be read at all. */
    private static final int NAMES_MAX = 10_000;

    private BuilderCatalogue() {}

    /** Blocks. */
    static List<String> names(ClassLoader classes) {
        TreeSet<String> names = new TreeSet<>();
        Iterator<ServiceLoader.Provider<JobBuilder>> all =
                ServiceLoader.load(JobBuilder.class, classes).stream().iterator();
        for (int i = 0; i < NAMES_MAX; i++) {
            try {
                if (!all.hasNext()) {
                    break;
                }
                names.add(all.next().type().getName());
            } catch (ServiceConfigurationError e) {
                LOG.warn("a job builder that the class path lists cannot be used cause=\"{}\"", e.getMessage());
            }
        }
        return new ArrayList<>(names);
    }
}
