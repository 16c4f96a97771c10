package io.kintsugi.testkit.simulation;

/**
 * How the network between two processes behaves when nothing is broken.
 *
 * @param lost messages in 1,000 that never arrive
 * @param twice messages in 1,000 that arrive twice
 * @param delayUsMax each message takes up to so long, so they overtake each other
 */
public record Weather(int lost, int twice, int delayUsMax) {
    /** Everything arrives once, within 100 us. */
    public static Weather fair() {
        return new Weather(0, 0, 100);
    }

    /** Two in 100 are lost, one in 100 comes twice, delays of up to 3 ms. */
    public static Weather rough() {
        return new Weather(20, 10, 3_000);
    }
}
