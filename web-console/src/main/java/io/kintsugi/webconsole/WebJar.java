package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Some files of a JavaScript library, which lies on the class path as a JAR of webjars.org.
 *
 * @param group of the JAR, {@code org.webjars.npm}
 * @param artifact of the JAR, {@code lit-html}
 * @param folder where pages find the files, {@code vendor/lit-html}
 * @param files their paths inside the library; no other file of it is served
 */
record WebJar(String group, String artifact, String folder, List<String> files) {
    WebJar {
        files = List.copyOf(files);
    }

    /** The files by their path for pages. */
    Map<String, Buffer> read() {
        String root = "META-INF/resources/webjars/" + artifact + "/" + version() + "/";
        Map<String, Buffer> found = new TreeMap<>();
        for (String file : files) {
            found.put(folder + "/" + file, ClassPath.read(root + file));
        }
        return found;
    }

    /** The build decides it. */
    private String version() {
        Properties properties = ClassPath.properties("META-INF/maven/%s/%s/pom.properties".formatted(group, artifact));
        return properties.getProperty("version");
    }
}
