package io.kintsugi.examples.flights;

/**
 * How good the predictions of one pass over the rows have been so far, by all trainers together.
 *
 * @param pass from 1; only pass 1 tests what the models learned, in later ones they meet rows that they remember
 * @param records predictions so far
 * @param late of them, those whose flight was late
 * @param auc as {@link Quality#auc()}; NaN until both kinds were seen
 * @param logLoss as {@link Quality#logLoss()}, in nats
 * @param complete whether this is the pass's last report
 */
public record PassQuality(long pass, long records, long late, double auc, double logLoss, boolean complete) {

    static PassQuality of(long pass, Quality quality, boolean complete) {
        return new PassQuality(pass, quality.count(), quality.late(), quality.auc(), quality.logLoss(), complete);
    }
}
