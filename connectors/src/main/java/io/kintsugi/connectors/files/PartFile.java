package io.kintsugi.connectors.files;

/**
 * A part of what a sink wrote, by the names of its file within the folder.
 *
 * @param pending hidden, while its checkpoint is not complete
 * @param committed for good
 */
public record PartFile(String pending, String committed) {}
