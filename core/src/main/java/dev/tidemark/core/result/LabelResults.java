package dev.tidemark.core.result;

import module java.base;

/**
 * All that a report needs of a label.
 *
 * @param label      the label
 * @param workload   name of the workload
 * @param objective  the measure that ranks the rows
 * @param measures   the declared measures in report order, as recorded with the newest batch
 * @param space      {@code single}, {@code matrix}, {@code study}, {@code list}, {@code ramp} or {@code import}
 * @param batches    the executions of its experiments, oldest first; at least one
 * @param iterations in order of execution, without what is damaged
 * @param damage     what was found damaged where it is stored, and is left out: each batch and iteration in words
 * @param passes     the pass that an iteration was part of, by its id; of a part of a label as of the whole
 */
public record LabelResults(String label, String workload, String objective, MeasureSet measures, String space,
        List<Batch> batches, List<Iteration> iterations, List<String> damage, Map<Long, Pass> passes) {

    /** More are counted. */
    private static final int NAMED = 10;

    public LabelResults {
        batches = List.copyOf(batches);
        iterations = List.copyOf(iterations);
        damage = List.copyOf(damage);
        passes = Map.copyOf(passes);
    }

    /** All of a label: also what was tried in vain, which tells what was run in one session. */
    public LabelResults(String label, String workload, String objective, MeasureSet measures, String space,
            List<Batch> batches, List<Iteration> iterations, List<String> damage) {
        this(label, workload, objective, measures, space, batches, iterations, damage,
                passes(batches, iterations, Map.of()));
    }

    /** Results of which nothing is damaged. */
    public LabelResults(String label, String workload, String objective, MeasureSet measures, String space,
            List<Batch> batches, List<Iteration> iterations) {
        this(label, workload, objective, measures, space, batches, iterations, List.of());
    }

    /** The results of a single experiment with these defaults, however often it was run. */
    public LabelResults(String label, String workload, String objective, MeasureSet measures,
            Map<String, String> defaults, String space, String yaml, long seed, List<Iteration> iterations) {
        this(label, workload, objective, measures, space, iterations.isEmpty()
                ? List.of(new Batch(0, yaml, seed, defaults, Map.of()))
                : iterations.stream().map(Iteration::batch).distinct().map(id -> new Batch(id, yaml, seed, defaults,
                        Map.of(), "", space.equals(Batch.IMPORT))).toList(), iterations);
    }

    /** The same label with other measures and iterations. */
    public LabelResults with(MeasureSet otherMeasures, List<Iteration> otherIterations) {
        return new LabelResults(label, workload, objective, otherMeasures, space, batches, otherIterations, damage,
                passes);
    }

    /** What was run last alone. */
    public LabelResults newestBatch() {
        Batch newest = batches.getLast();
        return new LabelResults(label, workload, objective, measures, space, List.of(newest),
                iterations.stream().filter(i -> i.batch() == newest.id()).toList(), damage, passes);
    }

    /** Whether any of some iterations belongs to what was run last. */
    public boolean isOfNewest(List<Iteration> some) {
        return some.stream().anyMatch(i -> i.batch() == batches.getLast().id());
    }

    /** What is damaged and left out, in one sentence; empty when nothing is. */
    public Optional<String> damageNote() {
        return damage.isEmpty() ? Optional.empty() : Optional.of(damageNote(damage));
    }

    /** @param damage as {@link #damage}; not empty */
    public static String damageNote(List<String> damage) {
        return "Damaged and left out: " + String.join("; ", damage.subList(0, Math.min(NAMED, damage.size())))
                + (damage.size() > NAMED ? "; and " + (damage.size() - NAMED) + " more" : "")
                + ". 'tidemark check' tells more.";
    }

    /** The experiment as it was run last; empty for an import. */
    public String yaml() {
        return batches.getLast().yaml();
    }

    /** The experiments as they were run, each once, oldest first; none of an import. */
    public List<String> experiments() {
        return batches.stream().map(Batch::yaml).filter(yaml -> !yaml.isBlank()).distinct().toList();
    }

    /**
     * Where something of it came from when not all was run here. The experiment is the newest batch's, but which
     * settings came first may be another's word.
     */
    public Optional<String> origin() {
        return batches.stream().map(Batch::origin).filter(origin -> !origin.isEmpty()).reduce((older, newer) -> newer);
    }

    /** The seed of the run that an iteration belongs to; empty where that is not known. */
    public OptionalLong seed(Iteration iteration) {
        return batch(iteration).stream().mapToLong(Batch::seed).findFirst();
    }

    private Optional<Batch> batch(Iteration iteration) {
        return batches.stream().filter(b -> b.id() == iteration.batch()).findFirst();
    }

    /**
     * One pass over the points of a plan: its runs shared whatever drifts between passes. What a resumed run adds to a
     * round is a pass of its own.
     *
     * @param session counts how often the batch was resumed before
     */
    public record Pass(long batch, int session, int round) {}

    /**
     * The passes that iterations were part of. In one session each place of a plan is tried once, and its rounds are
     * begun one after the other: where a place is tried again, or more rounds have been begun than there are up to this
     * one, the run was resumed. In the order in which they were stored, as the clock may have been set since.
     *
     * @param forks how many rounds of its batch were begun until an iteration was, by its id; absent where nobody
     *              counted
     */
    public static Map<Long, Pass> passes(List<Batch> batches, List<Iteration> iterations, Map<Long, Integer> forks) {
        Set<Long> imported = batches.stream().filter(Batch::imported).map(Batch::id).collect(Collectors.toSet());
        Map<Long, Integer> sessions = new HashMap<>();
        Map<Long, Integer> ahead = new HashMap<>();
        Map<Long, Map<List<Integer>, Integer>> tried = new HashMap<>();
        Map<Long, Pass> passes = new HashMap<>();
        for (Iteration i : iterations.stream().sorted(Comparator.comparingLong(Iteration::id)).toList()) {
            Map<List<Integer>, Integer> attempts = tried.computeIfAbsent(i.batch(), _ -> new HashMap<>());
            List<Integer> place = List.of(i.position(), i.round());
            Integer more = forks.containsKey(i.id()) ? Integer.valueOf(forks.get(i.id()) - i.round())
                    : ahead.get(i.batch());
            Integer before = ahead.put(i.batch(), more);
            boolean resumed = before != null && !before.equals(more)
                    || i.attempt() > attempts.getOrDefault(place, Integer.MAX_VALUE);
            if (resumed) {
                attempts.clear();
            }
            attempts.put(place, i.attempt());
            int session = sessions.merge(i.batch(), resumed ? 1 : 0, Integer::sum);
            if (!imported.contains(i.batch())) {
                passes.put(i.id(), new Pass(i.batch(), session, i.round()));
            }
        }
        return passes;
    }

    /**
     * The pass that an iteration was part of. Whether numbers of two settings may be told to differ hangs on passes
     * that they have in common. Empty where it is not known, as of what was measured elsewhere: there, a repeat is only
     * a number.
     */
    public Optional<Pass> pass(Iteration iteration) {
        return Optional.ofNullable(passes.get(iteration.id()));
    }

    /** The seeds of its batches, each once, oldest first. */
    public List<Long> seeds() {
        return batches.stream().map(Batch::seed).distinct().toList();
    }

    /** The seed of the newest batch. */
    public long seed() {
        return batches.getLast().seed();
    }

    /** The iterations whose numbers may be used. */
    public List<Iteration> usable() {
        return iterations.stream().filter(i -> i.state() == IterationState.DONE).toList();
    }
}
