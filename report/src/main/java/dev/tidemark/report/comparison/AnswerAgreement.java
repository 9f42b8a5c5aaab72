package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.measure.AnswerTable.Row;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.stat.RankOverlap;
import dev.tidemark.core.workload.query.QueryWorkload;
import dev.tidemark.report.Numbers;

/**
 * How far two sides of a point agree in what they answered to the queries that were asked again after each
 * measurement, twice. A query counts as answered otherwise only where each side gave one and the same answer whenever
 * it was asked: one whose answer changes on a side, as that of equal scores and of replicas may, says nothing about
 * the sides.
 *
 * @param base    the first side
 * @param other   the second
 * @param queries   the queries whose answers by both can be compared, in their order
 * @param incomparable  queries that both answered, but with nothing that could be compared
 * @param counts  whether only numbers of hits could be compared, as each index numbers its documents itself
 * @param unmatched   queries that only one side ever answered in full
 * @param chance  at which as many of them, or more, would seem to be answered otherwise if the sides were the same
 * @param claimed whether that is too small for chance, and rounds are enough to rule out that each side was, in all of
 *                its rounds, by chance another than the other
 */
public record AnswerAgreement(String base, String other, List<ComparedQuery> queries, int incomparable, boolean counts,
        Unmatched unmatched, double chance, boolean claimed) {

    /** Persistence of rank-biased overlap. */
    public static final double P = 0.9;
    /** Of five rounds on each side one order in 126 separates the sides, which is less; of four one in 35. */
    private static final double LEVEL = 0.01;
    private static final String LEAST = "answers-must-agree";
    private static final String INDEX = "index";

    public AnswerAgreement {
        queries = List.copyOf(queries);
    }

    /** How many queries only the first, and only the second side answered. */
    public record Unmatched(int base, int other) {}

    /**
     * How far answers agree, on average over all pairs of them.
     *
     * @param overlap share of the first {@value AnswerTable#FIRST} hits that both have
     * @param ranked  rank-biased overlap
     */
    public record Overlap(double overlap, double ranked) {}

    /**
     * A query that both sides answered.
     *
     * @param text  as the first side was asked
     * @param base  the first side's first answer
     * @param other the second's
     * @param kind  what their answers say
     * @param sides how far answers of the first side agree with those of the second
     * @param bases how far those of the first side agree with each other
     * @param others how far those of the second do
     */
    public record ComparedQuery(String text, Row base, Row other, Kind kind, Overlap sides, Overlap bases,
            Overlap others) {

        /** Whether both say how many hits there are. */
        public boolean counted() {
            return base.hits() != AnswerTable.UNKNOWN && other.hits() != AnswerTable.UNKNOWN;
        }

        private static ComparedQuery of(List<Row> a, List<Row> b, boolean counts) {
            boolean steady = same(a) && same(b);
            Row base = a.getFirst();
            Row other = b.getFirst();
            boolean alike = counts ? base.withoutDocuments().alike(other.withoutDocuments()) : base.alike(other);
            return new ComparedQuery(base.text(), base, other, !steady ? Kind.UNSTEADY : alike ? Kind.ALIKE
                    : Kind.OTHERWISE,
                    counts ? UNKNOWN : overlap(a, b), itself(a), itself(b));
        }

        private static final Overlap EQUAL = new Overlap(1, 1);
        private static final Overlap UNKNOWN = new Overlap(Double.NaN, Double.NaN);

        private static boolean same(List<Row> answers) {
            return answers.stream().allMatch(answers.getFirst()::alike);
        }

        private static Overlap overlap(List<Row> a, List<Row> b) {
            return mean(a.stream().flatMap(x -> b.stream().map(y -> overlap(x, y))).toList());
        }

        private static Overlap itself(List<Row> answers) {
            List<Overlap> all = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) {
                for (int k = 0; k < i; k++) {
                    all.add(overlap(answers.get(k), answers.get(i)));
                }
            }
            return mean(all);
        }

        private static Overlap overlap(Row x, Row y) {
            return x.found().equals(y.found()) ? EQUAL : new Overlap(RankOverlap.share(x.found(), y.found()),
                    RankOverlap.rankBiased(x.found(), y.found(), P));
        }
    }

    /** What the answers to a query say about the sides. */
    public enum Kind {
        /** All answers of both sides were the same. */
        ALIKE,
        /** Each side gave one answer, and the other one another. */
        OTHERWISE,
        /** A side gave several answers. */
        UNSTEADY
    }

    private static Overlap mean(List<Overlap> all) {
        return new Overlap(mean(all, Overlap::overlap), mean(all, Overlap::ranked));
    }

    private static <T> double mean(List<T> all, ToDoubleFunction<T> figure) {
        return all.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    /**
     * Empty where a side's answers are not known.
     *
     * @param interleaved whether both ran in the same rounds
     */
    static Optional<AnswerAgreement> of(Side base, List<Iteration> bases, Side other, List<Iteration> others,
            boolean interleaved, LongFunction<IterationDetail> details) {
        Map<QueryKey, List<Row>> a = answers(base, bases, details);
        Map<QueryKey, List<Row>> b = answers(other, others, details);
        if (a.isEmpty() || b.isEmpty() || a.keySet().stream().noneMatch(q -> b.keySet().stream().anyMatch(
                r -> q.seed() == r.seed()))) {
            return Optional.empty();
        }
        boolean counts = Stream.of(a, b).flatMap(side -> side.values().stream()).flatMap(List::stream)
                .anyMatch(Row::internal) && !index(bases).equals(index(others));
        List<QueryKey> both = a.keySet().stream().filter(b::containsKey).toList();
        List<ComparedQuery> queries = both.stream().filter(q -> Stream.of(a, b).flatMap(side -> side.get(q).stream())
                .map(row -> counts ? row.withoutDocuments() : row).allMatch(Row::isComparable))
                .map(q -> ComparedQuery.of(a.get(q), b.get(q), counts)).toList();
        double chance = SameAnswers.chance(queries.stream().filter(q -> q.kind() != Kind.ALIKE).count(),
                count(queries, Kind.OTHERWISE), fewest(a), fewest(b));
        boolean claimed = interleaved && Math.max(chance, SameAnswers.separated(bases.size(), others.size())) <= LEVEL;
        return Optional.of(new AnswerAgreement(base.name(), other.name(), queries, both.size() - queries.size(), counts,
                new Unmatched(alone(a, b), alone(b, a)), chance, claimed));
    }

    private static Map<QueryKey, List<Row>> answers(Side side, List<Iteration> iterations,
            LongFunction<IterationDetail> details) {
        Map<QueryKey, List<Row>> answers = new LinkedHashMap<>();
        for (Iteration i : iterations) {
            AnswerTable.of(details.apply(i.id()).log()).rows().forEach(row -> answers.computeIfAbsent(
                    QueryKey.of(side, i, row.query()), _ -> new ArrayList<>()).add(row));
        }
        return answers;
    }

    private static int fewest(Map<QueryKey, List<Row>> answers) {
        return answers.values().stream().mapToInt(List::size).min().orElse(0);
    }

    private static int alone(Map<QueryKey, List<Row>> answers, Map<QueryKey, List<Row>> others) {
        return (int) answers.keySet().stream().filter(q -> !others.containsKey(q)
                && others.keySet().stream().anyMatch(r -> r.seed() == q.seed())).count();
    }

    private static int count(List<ComparedQuery> queries, Kind kind) {
        return (int) queries.stream().filter(q -> q.kind() == kind).count();
    }

    /** Whether an iteration has asked an index that others have made. */
    static boolean isOwn(Iteration iteration) {
        return iteration.workload().equals(QueryWorkload.NAME)
                && iteration.setting(INDEX).filter(index -> !index.text().equals("none")).isPresent();
    }

    private static Set<String> index(List<Iteration> iterations) {
        return iterations.stream().map(i -> i.setting(INDEX).map(Setting::text).orElse(""))
                .collect(Collectors.toSet());
    }

    /** The least share that an iteration's settings ask for, in percent; empty where that is left to the report. */
    static OptionalDouble least(List<Iteration> iterations) {
        return iterations.stream().flatMap(i -> i.setting(LEAST).stream()).filter(s -> s.number() != null)
                .mapToDouble(s -> s.number()).max();
    }

    // ---- In numbers ----

    public int of(Kind kind) {
        return count(queries, kind);
    }

    /** Mean over the queries. */
    public Overlap mean(Function<ComparedQuery, Overlap> whose) {
        return mean(queries.stream().map(whose).filter(o -> !Double.isNaN(o.overlap())).toList());
    }

    /** Queries of which both sides say how many hits there are. */
    public List<ComparedQuery> counted() {
        return queries.stream().filter(ComparedQuery::counted).toList();
    }

    /** Share of the queries with as many hits on both sides; NaN where none is counted. */
    public double equalHits() {
        return mean(counted(), q -> q.base().hits() == q.other().hits() ? 1 : 0);
    }

    /** Whether as many as seem to be answered otherwise may change by themselves, as others do. */
    private boolean mayBeChance() {
        return of(Kind.UNSTEADY) > 0 && chance > LEVEL;
    }

    /** Of those that were answered otherwise, the least alike first: by rank-biased overlap, then by their hits. */
    public List<ComparedQuery> leastAlike(int most) {
        return mayBeChance() ? List.of() : queries.stream().filter(q -> q.kind() == Kind.OTHERWISE)
                .sorted(Comparator.comparingDouble((ComparedQuery q) -> q.sides().ranked())
                        .thenComparing(Comparator.comparingDouble((ComparedQuery q) -> Math.abs(Math.log(
                                (q.base().hits() + 1.0) / (q.other().hits() + 1.0)))).reversed()))
                .limit(most).toList();
    }

    /** Why speeds are not to be compared, where so many must be answered alike. @param least in percent */
    Optional<String> refusal(double least) {
        int steady = of(Kind.ALIKE) + of(Kind.OTHERWISE) + unmatched.base() + unmatched.other();
        double share = 100.0 * of(Kind.ALIKE) / steady;
        return share >= least ? Optional.empty() : Optional.of(steady == 0
                ? "no query was answered " + (queries.isEmpty() ? "so that answers can be compared"
                        : "alike even by the same side") + ", and " + LEAST + " is " + Numbers.exact(least) + " %"
                : "the answers differ: " + Numbers.fixed(Math.floor(10 * share) / 10, 1)
                        + " % of the queries were answered alike, and " + LEAST + " is " + Numbers.exact(least) + " %");
    }

    /** Whether there is more to be said than that all were answered alike. */
    boolean differs() {
        return of(Kind.ALIKE) < queries.size() || unmatched.base() + unmatched.other() + incomparable > 0;
    }

    // ---- In words ----

    /** What can be said, in sentences: in the present tense only what chance does not explain. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        int otherwise = of(Kind.OTHERWISE);
        int unsteady = of(Kind.UNSTEADY);
        String all = queries.size() + (queries.size() == 1 ? " query" : " queries");
        if (queries.isEmpty()) {
            sentences.add(base + " and " + other + " answered no query in full that was asked of both"
                    + (incomparable == 0 ? "." : ", so that answers can be compared."));
        } else if (otherwise == 0) {
            sentences.add(unsteady == 0 ? base + " and " + other + " answered " + all
                    + " alike, whenever they were asked."
                    : base + " and " + other + " answered no query otherwise of " + all + ": " + changed(unsteady)
                            + ", the others were answered alike.");
        } else {
            sentences.add(other + (claimed ? " answers " : " answered ") + otherwise + " of " + all + " otherwise than "
                    + base + (unsteady == 0 ? "; asked again, each side answered as before."
                    : "; " + changed(unsteady) + (mayBeChance() ? ", so that chance may explain the others, too."
                    : ", which are not counted.")));
        }
        if (counts) {
            sentences.add("Only numbers of hits were compared: each index numbers its documents itself.");
        }
        if (incomparable > 0) {
            sentences.add((incomparable == 1 ? "1 query is not compared: its answers do" : incomparable
                    + " queries are not compared: their "
                    + "answers do") + " not tell on both sides " + (counts ? "how many hits there are."
                    : "which hits, or how many, there are."));
        }
        Stream.of(alone(unmatched.base(), base), alone(unmatched.other(), other)).flatMap(Optional::stream)
                .forEach(sentences::add);
        return sentences;
    }

    private static String changed(int unsteady) {
        return "the answer" + (unsteady == 1 ? " to 1 changed" : "s to " + unsteady + " changed")
                + " on a side from one asking to the next";
    }

    private static Optional<String> alone(int queries, String side) {
        return queries == 0 ? Optional.empty() : Optional.of((queries == 1 ? "1 more query was" : queries
                + " more queries were") + " answered in full by " + side + " alone.");
    }
}
