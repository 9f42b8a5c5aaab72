package dev.tidemark.core.workload.script;

import dev.tidemark.core.data.SplitMix64;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The first answer that each statement got with the same values, as a digest that does not depend on the order of the
 * rows. Thread-safe. Of {@value #MOST} questions; later ones are not compared.
 */
final class Answers {

    private static final int MOST = 1_000_000;

    private final ConcurrentHashMap<Long, Long> first = new ConcurrentHashMap<>();

    /** Whether the answer is the question's first, or like its first. */
    boolean agrees(long question, long answer) {
        Long earlier = first.size() < MOST ? first.putIfAbsent(question, answer) : first.get(question);
        return earlier == null || earlier == answer;
    }

    static long digest(long before, String text) {
        long hash = SplitMix64.mix(before + SplitMix64.STEP);
        for (int i = 0; text != null && i < text.length(); i++) {
            hash = SplitMix64.mix(hash + text.charAt(i));
        }
        return text == null ? ~hash : hash;
    }

    /** One answer, row by row. */
    static final class Digest {

        private int row = -1;
        private long ofRow;
        private long sum;

        void clear() {
            row = -1;
            ofRow = 0;
            sum = 0;
        }

        void column(int number, String text) {
            if (number != row) {
                sum += SplitMix64.mix(ofRow);
                ofRow = 0;
                row = number;
            }
            ofRow = digest(ofRow, text);
        }

        long value() {
            return sum + SplitMix64.mix(ofRow) + row;
        }
    }
}
