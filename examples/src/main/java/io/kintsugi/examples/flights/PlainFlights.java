package io.kintsugi.examples.flights;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The same learner in one plain loop, without a job: what the job's predictions are checked against.
 *
 * <p>The job at parallelism 1 gives these predictions to the last bit. The figures here are exact and kept apart from
 * {@link Quality} on purpose, so that an error in one does not hide in the other.
 */
public final class PlainFlights {

    private final List<Prediction> predictions;

    private PlainFlights(List<Prediction> predictions) {
        this.predictions = predictions;
    }

    /** Tests and trains on the first {@code count} flights of the replay, in order, as trainer 0. */
    public static PlainFlights run(int count) {
        FlightLearner learner = FlightLearner.untrained(0);
        List<Prediction> predictions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            predictions.add(learner.learn(Flights.flight(i)));
        }
        return new PlainFlights(List.copyOf(predictions));
    }

    /** One prediction per flight, in the order of the flights. */
    public List<Prediction> predictions() {
        return predictions;
    }

    /** Exact AUC; see {@link #auc(List)}. */
    public double auc() {
        return auc(predictions);
    }

    /** Exact mean log-loss in nats; see {@link #logLoss(List)}. */
    public double logLoss() {
        return logLoss(predictions);
    }

    /**
     * Exact AUC of any predictions, such as those that a job delivered, from the ranks of the late ones; ties share
     * their mean rank. From 0 to 1; NaN unless both labels occur. Sorts a copy.
     *
     * <p>Source: Hanley and McNeil 1982, "The meaning and use of the area under a ROC curve" (Wilcoxon statistic).
     */
    public static double auc(List<Prediction> predictions) {
        List<Prediction> sorted = new ArrayList<>(predictions);
        sorted.sort(Comparator.comparingDouble(Prediction::probability));
        double rankSumOfLate = 0;
        long late = 0;
        for (int from = 0, to; from < sorted.size(); from = to) {
            to = endOfTie(sorted, from);
            long lateInTie =
                    sorted.subList(from, to).stream().filter(Prediction::late).count();
            rankSumOfLate += lateInTie * (from + 1 + to) / 2.0;
            late += lateInTie;
        }
        double pairs = (double) late * (sorted.size() - late);
        return (rankSumOfLate - late * (late + 1) / 2.0) / pairs;
    }

    /** Exact mean log-loss of any predictions in nats; NaN without any, infinite if one was sure and wrong. */
    public static double logLoss(List<Prediction> predictions) {
        double sum = 0;
        for (Prediction prediction : predictions) {
            sum -= StrictMath.log(prediction.late() ? prediction.probability() : 1 - prediction.probability());
        }
        return sum / predictions.size();
    }

    private static int endOfTie(List<Prediction> sorted, int from) {
        int to = from + 1;
        while (to < sorted.size()
                && sorted.get(to).probability() == sorted.get(from).probability()) {
            to++;
        }
        return to;
    }
}
