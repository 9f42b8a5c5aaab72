package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.param.Types;

/**
 * Terms of a field, some of each frequency, drawn by a seed: the same ones in whichever order terms come, and however
 * often. Not thread-safe.
 */
public final class TermSample {

    /** Of each frequency, at most. */
    private static final int MOST = 10_000;
    private static final char UNREADABLE = '\ufffd';

    private final long seed;
    /** By random numbers that follow from the terms, of which the least ones stay. */
    private final Map<TermFrequency, TreeMap<Long, String>> samples = new EnumMap<>(TermFrequency.class);

    public TermSample(long seed) {
        this.seed = seed;
        Arrays.stream(TermFrequency.values()).forEach(frequency -> samples.put(frequency, new TreeMap<>()));
    }

    /** Adds a term that can be written; any other is left out. @param documents that have it, of how many */
    public void add(String term, long documents, long all) {
        if (documents < 1 || term.isBlank()
                || term.chars().anyMatch(c -> c == UNREADABLE || Character.isISOControl(c))) {
            return;
        }
        TreeMap<Long, String> same = samples.get(TermFrequency.of(documents, all));
        long drawn = drawn(term);
        if (same.size() < MOST || drawn < same.lastKey()) {
            same.put(drawn, term);
            if (same.size() > MOST) {
                same.pollLastEntry();
            }
        }
    }

    private long drawn(String term) {
        long hash = seed;
        for (int i = 0; i < term.length(); i++) {
            hash = SplitMix64.mix(hash + SplitMix64.STEP ^ term.charAt(i));
        }
        return hash;
    }

    /** Terms of a frequency, in no order; none where there is none. */
    public List<String> terms(TermFrequency frequency) {
        return List.copyOf(samples.get(frequency).values());
    }

    public boolean isEmpty() {
        return samples.values().stream().allMatch(Map::isEmpty);
    }

    /** How many were drawn of each frequency. */
    @Override
    public String toString() {
        return samples.entrySet().stream()
                .map(e -> e.getValue().size() + (e.getValue().size() < MOST ? " " : " or more ")
                + Types.word(e.getKey())).collect(Collectors.joining(", "));
    }
}
