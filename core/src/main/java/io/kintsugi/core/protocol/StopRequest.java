package io.kintsugi.core.protocol;

import io.kintsugi.core.model.StopMode;

/**
 * How somebody wants a job to end.
 *
 * @param savepoint to end with; empty unless the mode is {@link StopMode#SAVEPOINT}
 */
public record StopRequest(StopMode mode, String savepoint) {
    public StopRequest {
        if (savepoint.isEmpty() == (mode == StopMode.SAVEPOINT)) {
            throw new IllegalArgumentException("stop with mode %s: savepoint '%s'".formatted(mode, savepoint));
        }
    }
}
