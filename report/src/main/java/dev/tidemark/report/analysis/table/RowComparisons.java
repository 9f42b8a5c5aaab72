package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Batch;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.Simultaneous;
import dev.tidemark.core.stat.Simultaneous.Scale;

/**
 * Compares the rows of a report on its objective, each with each, as one family: whatever is said of any two of them,
 * in whichever table, comes from here, so that looking at the best of many is allowed for.
 *
 * <p>Rows are compared by what they did in the same passes; of those that had none in common, or of which it is not
 * known, nothing is claimed. Where rows have zeros, which have no ratio, half of the level is for pairs with such a
 * row, compared by square roots, and half for the others.
 */
public final class RowComparisons {

    /** Where numbers are 0 now and then, two runs of each row are soon apart by chance. */
    private static final int LEAST_APART = 3;

    private final Objective objective;
    private final Map<Long, Integer> rowOf = new HashMap<>();
    private final List<Integer> runs = new ArrayList<>();
    /** Whether all numbers of a row are above 0, and it has some. */
    private final List<Boolean> comparable = new ArrayList<>();
    /** The numbers of those rows that were measured elsewhere. */
    private final Set<Integer> imported = new HashSet<>();
    private final boolean interleaved;
    /** For each row, the passes in which it was run here. */
    private final List<Set<LabelResults.Pass>> passesOf = new ArrayList<>();
    private final Function<Iteration, Optional<LabelResults.Pass>> pass;
    /** For each pass, the rows that were run in it. */
    private final List<Set<Integer>> passes;
    /** The executions after which anything could be judged, and so was looked at. */
    private final List<Long> looks;
    /** Which look this is at the label, also at other runs of it, from 1; 0 for none. */
    private final int look;
    private final double level;
    private final double share;
    private final Simultaneous ratios;
    private final Simultaneous roots;

    private RowComparisons(Objective objective, LabelResults results, List<Row> rows, LongToIntFunction others) {
        this.objective = objective;
        this.pass = results::pass;
        Map<Object, Integer> blocks = new HashMap<>();
        Map<LabelResults.Pass, Set<Integer>> rowsIn = new HashMap<>();
        List<Simultaneous.Run> all = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            List<Simultaneous.Run> ofRow = new ArrayList<>();
            Set<LabelResults.Pass> in = new HashSet<>();
            for (Iteration iteration : rows.get(row).iterations()) {
                rowOf.put(iteration.id(), row);
                Optional<LabelResults.Pass> pass = results.pass(iteration);
                // What was run nobody knows beside what is in a pass of its own.
                int block = blocks.computeIfAbsent(pass.isPresent() ? pass.get() : iteration.id(), _ -> blocks.size());
                int number = row;
                if (pass.isEmpty()) {
                    imported.add(number);
                }
                iteration.value(objective.measure().name()).ifPresent(v -> {
                    ofRow.add(new Simultaneous.Run(number, block, v.number()));
                    pass.ifPresent(p -> {
                        rowsIn.computeIfAbsent(p, _ -> new HashSet<>()).add(number);
                        in.add(p);
                    });
                });
            }
            passesOf.add(in);
            runs.add(ofRow.size());
            comparable.add(!ofRow.isEmpty() && ofRow.stream().allMatch(r -> r.number() > 0));
            all.addAll(ofRow);
        }
        this.passes = List.copyOf(rowsIn.values());
        this.interleaved = rowsIn.values().stream().anyMatch(in -> in.size() > 1);
        this.looks = looks(results, rowsIn);
        this.look = looks.isEmpty() ? 0 : looks.size() + others.applyAsInt(looks.getLast());
        boolean zeros = all.stream().anyMatch(r -> !comparable.get(r.system()));
        this.share = zeros ? 0.5 : 1;
        this.level = Comparison.level(look);
        this.ratios = Simultaneous.of(rows.size(), all.stream().filter(r -> comparable.get(r.system())).toList(),
                Scale.LOGARITHM, level * share);
        this.roots = Simultaneous.of(rows.size(), zeros ? all : List.of(), Scale.ROOT, level * share);
    }

    /** Anything can be judged from so many passes on that had several rows. */
    private static List<Long> looks(LabelResults results, Map<LabelResults.Pass, Set<Integer>> rowsIn) {
        Map<Long, Long> shared = rowsIn.entrySet().stream().filter(e -> e.getValue().size() > 1)
                .collect(Collectors.groupingBy(e -> e.getKey().batch(), Collectors.counting()));
        int least = Simultaneous.leastRounds((int) rowsIn.values().stream().flatMap(Set::stream).distinct().count());
        long passes = 0;
        List<Long> looks = new ArrayList<>();
        for (Batch batch : results.batches()) {
            long more = shared.getOrDefault(batch.id(), 0L);
            passes += more;
            if (more > 0 && passes >= least) {
                looks.add(batch.id());
            }
        }
        return looks;
    }

    /**
     * The comparisons of rows.
     *
     * @param rows   all rows of the report
     * @param others how many looks at other runs of the label came before that after an execution, and spend a part of
     *               the level
     */
    public static RowComparisons of(Objective objective, LabelResults results, List<Row> rows,
            LongToIntFunction others) {
        return new RowComparisons(objective, results, rows, others);
    }

    /**
     * A comparison whose ratio is above 1 when {@code other} is better than {@code base}; empty without a ratio: where
     * a run has a zero, or nothing but the least is known of a row.
     *
     * @param base a row of the report, or of a table of a part of it
     */
    public Optional<Comparison> compare(Row base, Row other) {
        return objective.isOpen(base) || objective.isOpen(other) || !haveRatio(base, other) ? Optional.empty()
                : Optional.of(isHigherBetter() ? ratios.compare(number(base), number(other))
                        : ratios.compare(number(other), number(base)));
    }

    private boolean haveRatio(Row base, Row other) {
        return comparable.get(number(base)) && comparable.get(number(other));
    }

    private boolean isHigherBetter() {
        return objective.measure().better() == Direction.HIGHER;
    }

    /**
     * Whether {@code other} is better than {@code base}, statistically significantly; empty where nobody can know. Of a
     * base of which nothing but the least is known, that is compared: it may be worse still.
     */
    public Optional<Boolean> isBeaten(Row base, Row other) {
        return family(base, other).flatMap(family -> isHigherBetter() ? family.isLarger(number(base), number(other))
                : family.isLarger(number(other), number(base)));
    }

    /** What judges two rows; empty where they have too few runs for it. */
    private Optional<Simultaneous> family(Row base, Row other) {
        return haveRatio(base, other) ? Optional.of(ratios)
                : Math.min(runs.get(number(base)), runs.get(number(other))) < LEAST_APART ? Optional.empty()
                : Optional.of(roots);
    }

    /** Whether two rows were run by turns: more than once in the same pass. */
    public boolean byTurns(Row one, Row other) {
        return passes.stream().filter(in -> in.contains(number(one)) && in.contains(number(other))).count() > 1;
    }

    boolean isImported(Row row) {
        return imported.contains(number(row));
    }

    /**
     * What is part of whatever is seen between two rows that were run here, but in no pass together, and are not judged
     * by way of others either: what {@code sessions} differ by, or {@code rounds} of one; empty for other rows.
     */
    public Optional<String> partedBy(Row one, Row other) {
        Set<LabelResults.Pass> some = passes(one);
        Set<LabelResults.Pass> others = passes(other);
        return some.isEmpty() || others.isEmpty() || !Collections.disjoint(some, others)
                || family(one, other).filter(f -> f.errorKnown(number(one), number(other))).isPresent()
                ? Optional.empty() : Optional.of(partition(Stream.concat(some.stream(), others.stream())));
    }

    /** {@code sessions} where some passes are of several: of each execution by how often it was resumed before. */
    private static String partition(Stream<LabelResults.Pass> passes) {
        return sessions(passes) > 1 ? "sessions" : "rounds";
    }

    private static int sessions(Stream<LabelResults.Pass> passes) {
        return (int) passes.map(p -> List.of(p.batch(), (long) p.session())).distinct().count();
    }

    /** In what some rows were run of which two are {@linkplain #partedBy parted}: {@code 2 sessions}; empty for others. */
    public Optional<String> partedBy(List<Row> rows) {
        Set<Set<LabelResults.Pass>> all = rows.stream().map(this::passes).filter(s -> !s.isEmpty())
                .collect(Collectors.toSet());
        // Pairs of rows are many, and seldom is any parted.
        boolean disjoint = all.stream().anyMatch(one -> all.stream().anyMatch(other -> Collections.disjoint(one, other)));
        if (!disjoint || IntStream.range(1, rows.size()).noneMatch(i -> rows.subList(0, i).stream()
                .anyMatch(r -> partedBy(r, rows.get(i)).isPresent()))) {
            return Optional.empty();
        }
        Set<LabelResults.Pass> passes = all.stream().flatMap(Set::stream).collect(Collectors.toSet());
        int sessions = sessions(passes.stream());
        return Optional.of((sessions > 1 ? sessions : passes.size()) + " " + partition(passes.stream()));
    }

    /** The runs of some rows, by id, in the passes in which all of them were run here: what they show is the rows'. */
    public Set<Long> together(List<Row> rows) {
        Set<LabelResults.Pass> common = new HashSet<>(passes(rows.getFirst()));
        rows.forEach(r -> common.retainAll(passes(r)));
        return rows.stream().flatMap(r -> r.iterations().stream())
                .filter(i -> pass.apply(i).filter(common::contains).isPresent()).map(Iteration::id)
                .collect(Collectors.toSet());
    }

    private Set<LabelResults.Pass> passes(Row row) {
        int number = number(row);
        return number < 0 ? Set.of() : passesOf.get(number);
    }

    /** Whether there can be a row by which this one {@link #isBeaten}. */
    boolean isJudged(Row row) {
        int number = number(row);
        return number >= 0 && (comparable.get(number) && ratios.judged(number)
                || runs.get(number) >= LEAST_APART && roots.judged(number));
    }

    /**
     * How many rounds, those run among them, would show the difference of two rows, were they judged when they are run;
     * see {@link Simultaneous#rounds}.
     */
    public OptionalInt rounds(Row base, Row other) {
        return rounds(base, other, look + 1);
    }

    /** The same of rounds under a label of their own. */
    public OptionalInt roundsAnew(Row base, Row other) {
        return rounds(base, other, 1);
    }

    private OptionalInt rounds(Row base, Row other, int at) {
        return compare(base, other).isPresent()
                ? ratios.rounds(number(base), number(other), Comparison.level(at) * share) : OptionalInt.empty();
    }

    private int number(Row row) {
        return rowOf.getOrDefault(row.iterations().getFirst().id(), -1);
    }

    /** Whether the noise is taken to be the same in all rows, as far as their runs show. */
    public boolean pooled() {
        return ratios.pooled() && roots.pooled();
    }

    /**
     * Chance at which all intervals together hold what they speak of, and with which nothing is claimed that is not
     * there.
     */
    public double confidence() {
        return 1 - level;
    }

    /**
     * After how many executions there was something to judge: with more than one, rounds were added to what was there.
     */
    public int looks() {
        return looks.size();
    }

    /** How many of its looks came before the end of an execution, or with it. */
    public int looksUntil(long execution) {
        return (int) looks.stream().filter(l -> l <= execution).count();
    }

    /** Whether looks at other runs of the label have spent a part of the level. */
    public boolean shares() {
        return look > looks.size();
    }

    /** Why nobody knows the error between rows that were not run in the same passes. */
    String whyUnknown() {
        return whyUnknown(anyImported(), parts());
    }

    /** What the passes of all rows lie in: {@code sessions}, or {@code rounds} of one. */
    String parts() {
        return anyImported() ? "sessions" : partition(passesOf.stream().flatMap(Set::stream));
    }

    boolean anyImported() {
        return !imported.isEmpty();
    }

    /** What one value of a row is of: what was measured elsewhere may be the mean of several runs. */
    String oneValue() {
        return anyImported() ? "imported figure" : "run";
    }

    /** Whether any rows were run in the same passes. */
    boolean isInterleaved() {
        return interleaved;
    }

    /** Why no row is judged, where each has several runs. */
    String whyUnjudged() {
        return interleaved ? "two rounds: no confidence interval" : whyUnknown();
    }

    /** @param imported whether they were measured elsewhere */
    public static String whyUnknown(boolean imported) {
        return whyUnknown(imported, "sessions");
    }

    private static String whyUnknown(boolean imported, String parts) {
        return (imported ? "imported, so not known to be interleaved" : "not interleaved")
                + ": differences between " + parts + " are not in the error";
    }
}
