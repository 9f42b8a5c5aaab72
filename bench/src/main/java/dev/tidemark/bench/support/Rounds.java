package dev.tidemark.bench.support;

import module java.base;

/**
 * Figures of contenders that take turns in one process, so that what else the machine does hits them all. A ratio is
 * taken within each round; what is told is the median of these, with the smallest and the largest.
 */
public final class Rounds {

    /** One contender's turn; returns its figures, always as many. */
    @FunctionalInterface
    public interface Turn {
        double[] run() throws Exception;
    }

    private final Map<String, double[][]> figures = new LinkedHashMap<>();

    private Rounds() {}

    /**
     * @param warmUps rounds that do not count
     * @param rounds  rounds that do
     */
    public static Rounds alternate(int warmUps, int rounds, Map<String, Turn> contenders) throws Exception {
        Rounds result = new Rounds();
        contenders.keySet().forEach(name -> result.figures.put(name, new double[rounds][]));
        for (int round = -warmUps; round < rounds; round++) {
            for (var contender : contenders.entrySet()) {
                double[] turn = contender.getValue().run();
                if (round >= 0) {
                    result.figures.get(contender.getKey())[round] = turn;
                }
            }
        }
        return result;
    }

    /** One of the contender's figures: its median, smallest and largest. */
    public Spread of(String contender, int figure) {
        return Spread.of(column(contender, figure));
    }

    private double[] column(String contender, int figure) {
        return Arrays.stream(figures.get(contender)).mapToDouble(turn -> turn[figure]).toArray();
    }

    /** The same of one contender's first figure divided by another's of the same round. */
    public Spread ratio(String contender, String to) {
        return ratio(contender, to, 0);
    }

    /** The same of another figure. */
    public Spread ratio(String contender, String to, int figure) {
        double[] above = column(contender, figure);
        double[] below = column(to, figure);
        double[] ratios = new double[above.length];
        Arrays.setAll(ratios, i -> above[i] / below[i]);
        return Spread.of(ratios);
    }

    /** A median between its extremes. */
    public record Spread(double median, double min, double max) {

        public static Spread of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int half = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
            return new Spread(median, sorted[0], sorted[sorted.length - 1]);
        }

        /** @param decimals how many to show */
        public String text(int decimals) {
            String one = "%." + decimals + "f";
            return String.format(one + " (" + one + "–" + one + ")", median, min, max);
        }
    }
}
