package io.kintsugi.connectors.files;

/**
 * How far a reader has come.
 *
 * @param file name of the file that it reads, empty before the first
 * @param bytes of the file, unpacked, that are behind it
 * @param lines of all files that it has seen
 */
public record FilePosition(String file, long bytes, long lines) {
    static final FilePosition START = new FilePosition("", 0, 0);
}
