package io.kintsugi.bench.workload;

/**
 * The records of B1: lines of ten words. Of 65,535 words the one of rank r comes about as often as 1 / r, as in human
 * language, and the more often a word comes the shorter it is.
 */
public final class LineGenerator implements Records<String> {
    public static final Records<String> LINES = new LineGenerator();

    static final int WORDS_IN_LINE = 10;

    /** Ranks from 2^k to 2^(k+1) - 1 together are as likely as those of any other k below. */
    private static final int OCTAVES = 16;

    private static final int LETTERS_MIN = 2;
    private static final long serialVersionUID = 1;
    private static final String[] WORDS = words();

    private LineGenerator() {}

    @Override
    public String record(long i) {
        StringBuilder line = new StringBuilder();
        long r = BidGenerator.mix((i + 1) * BidGenerator.GOLDEN_GAMMA + SEED);
        for (int at = 0; at < WORDS_IN_LINE; at++) {
            r = BidGenerator.mix(r + BidGenerator.GOLDEN_GAMMA);
            int first = 1 << (r >>> Integer.SIZE) % OCTAVES;
            line.append(at == 0 ? "" : " ").append(WORDS[first + ((int) r & (first - 1))]);
        }
        return line.toString();
    }

    /** The words of a text come at no time. */
    @Override
    public long timestampMs(String line) {
        return 0;
    }

    private static String[] words() {
        String[] words = new String[1 << OCTAVES];
        words[0] = "";
        for (int rank = 1; rank < words.length; rank++) {
            words[rank] = word(rank);
        }
        return words;
    }

    private static String word(int rank) {
        int octave = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(rank);
        StringBuilder word = new StringBuilder();
        long r = BidGenerator.mix(rank);
        for (int letter = 0; letter < LETTERS_MIN + octave / 2; letter++) {
            word.append((char) ('a' + Long.remainderUnsigned(r, 26)));
            r = Long.divideUnsigned(r, 26);
        }
        return word.toString();
    }
}
