package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Nothing is best across classes of durability without a word on them. */
class DurabilityClassesTest {

    private static final Pattern BEST = Pattern.compile("\\b[Bb]est\\b(.{0,40})");

    private static final IterationDetail NOTHING = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of());

    /** A run with a class; of null none is stated. */
    private static Iteration run(int position, int round, String name, Object value, Durability stated, double elapsed) {
        List<Setting> settings = new ArrayList<>(List.of(Samples.param(name, value)));
        if (stated != null) {
            settings.add(Setting.detected(Durability.FACT, stated.word()));
        }
        return Samples.iteration(position, round, settings, Map.of("elapsed", elapsed));
    }

    private static Report report(List<Iteration> runs) {
        return Report.of(Samples.label("made", Map.of("sync", "true"), "matrix", runs));
    }

    /** Synced runs take four times as long. */
    private static Report synced() {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            runs.add(run(0, round, "sync", "true", Durability.DURABLE, 40 + round * 0.1));
            runs.add(run(1, round, "sync", "false", Durability.OS_BUFFERED, 10 + round * 0.05));
        }
        return report(runs);
    }

    @Test
    void theFastestThatIsNotDurableIsNotCalledBest() {
        Report report = synced();
        assertThat(report.answer()).startsWith("Sync false comes first: Duration 10.05").contains(
                "but it is os-buffered: a power failure may lose what the system had not yet written. "
                + "Best of those that are durable: sync true, Duration 40.10",
                "Sync false is 3.99 times as fast as sync true (3.96–4.02 times, 3 rounds)").doesNotContain("is best");
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.LESS_DURABLE);
        assertThat(report.verdict().headline()).startsWith("Sync false: 3.99 times as fast as sync true (3.96–4.02 times, 3 rounds)")
                .contains("but it is os-buffered").endsWith("Sync true is durable.");
        assertThat(report.sentences(Effect.Base.OPTIMUM)).singleElement().asString()
                .startsWith("sync false (os-buffered) is 3.99 times as fast as true (durable) (");
    }

    @Test
    void theFiguresAreThoseOfWhatIsRecommended() {
        Report report = synced();
        assertThat(report.describe(report.recommended())).isEqualTo("sync true");
        List<KeyFigure> figures = KeyFigure.of(report, id -> NOTHING);
        assertThat(figures.getFirst()).isEqualTo(new KeyFigure("40.1 s", "Duration, durable"));
        assertThat(figures.get(1).value()).isEqualTo("3.99 times");
        assertThat(figures.get(1).caption()).startsWith("as fast as sync true: sync false, os-buffered (3.");
        assertThat(TerminalReport.of(report, id -> NOTHING, new TerminalStyle(100, false, true, ZoneOffset.UTC))
                .replaceAll("\\s+", " ")).contains("Sync true is durable. Duration 40.10 ");
    }

    @Test
    void eachClassHasABestGroupAndEachRowItsBadge() {
        Report report = synced();
        assertThat(report.table().rows()).allMatch(Row::best);
        assertThat(report.table().dimensions().settings()).noneMatch(f -> f.name().equals(Durability.FACT));
        assertThat(TerminalReport.of(report, new TerminalStyle(120, false, true, ZoneOffset.UTC)))
                .contains("durability").containsPattern("false +os-buffered");
        assertThat(TsvReport.of(report).lines().toList()).first().asString().endsWith("\tdurability");
        assertThat(TsvReport.of(report)).contains("\tos-buffered\n", "\tdurable\n");
        assertThat(TsvReport.raw(report).lines().toList()).first().asString().endsWith("\tdurability");
        assertThat(JsonReport.of(report).replaceAll("\\s", "")).contains("\"durability\":\"durable\"");
    }

    @Test
    void oneClassIsToldOnceAndWhereNothingIsStatedNothingIs() {
        Report one = report(List.of(run(0, 0, "shards", 1, Durability.OS_BUFFERED, 10),
                run(1, 0, "shards", 2, Durability.OS_BUFFERED, 9)));
        assertThat(one.answer()).contains("came first of 2").doesNotContain("os-buffered");
        assertThat(one.table().showsDurability()).isFalse();
        assertThat(one.table().dimensions().settings()).anyMatch(f -> f.toString().equals("durability os-buffered"));
        Report none = report(List.of(run(0, 0, "shards", 1, null, 10), run(1, 0, "shards", 2, null, 9)));
        assertThat(none.answer()).contains("came first of 2");
        assertThat(TsvReport.of(none)).doesNotContain("durability");
    }

    @Test
    void whatIsFastestAndMostDurableIsBest() {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            runs.add(run(0, round, "sync", "true", Durability.DURABLE, 10 + round * 0.1));
            runs.add(run(1, round, "sync", "false", Durability.OS_BUFFERED, 20 + round * 0.1));
        }
        Report report = report(runs);
        assertThat(report.answer()).startsWith("Sync true comes first, and nothing measured is more durable (it is durable: ");
        assertThat(report.verdict().kind()).isEqualTo(Verdict.Kind.CLEAR_WINNER);
        assertThat(report.verdict().headline()).startsWith("Use sync true: ");
    }

    @Test
    void aClassThatIsNotStatedIsNoPromise() {
        Report report = report(List.of(run(0, 0, "target", "null", null, 1),
                run(1, 0, "target", "rocksdb", Durability.OS_BUFFERED, 9)));
        assertThat(report.answer()).contains("but its durability is not stated. Best of those that are os-buffered: "
                + "target rocksdb");
    }

    @Property(tries = 300)
    void bestNeverCrossesAClassWithoutSayingSo(@ForAll Random random) {
        Durability[] classes = Durability.values();
        List<Iteration> runs = new ArrayList<>();
        int rounds = 1 + random.nextInt(3);
        for (int row = 0; row < 2 + random.nextInt(5); row++) {
            int drawn = random.nextInt(classes.length + 1);
            Durability stated = drawn == classes.length ? null : classes[drawn];
            double level = 1 + random.nextInt(30);
            for (int round = 0; round < rounds; round++) {
                runs.add(run(row, round, "sync", row, stated, level + random.nextDouble()));
            }
        }
        Report report = report(runs);
        Set<Optional<Durability>> seen = new HashSet<>(report.table().rows().stream().map(Row::durability).toList());
        if (seen.size() < 2) {
            assertThat(report.table().showsDurability()).isFalse();
            return;
        }
        Row first = report.table().rows().getFirst();
        boolean strongest = seen.stream().min(Comparator.comparing(d -> d.map(Enum::ordinal).orElse(99))).orElseThrow()
                .equals(first.durability()) && (first.durability().equals(Optional.of(Durability.DURABLE))
                || !seen.contains(Optional.<Durability>empty())); // what is not stated may be more durable
        for (String said : List.of(report.answer(), report.verdict().headline())) {
            assertThat(said).contains(first.durability().map(d -> "it is " + d.word())
                    .orElse("its durability is not stated"));
            Matcher best = BEST.matcher(said.replace("may be best", ""));
            while (best.find()) {
                assertThat(best.group(1)).startsWith(strongest ? ", and nothing measured is more durable"
                        : " of those that are ");
            }
        }
        assertThat(report.verdict().headline().startsWith("Use ")).isEqualTo(strongest
                && report.verdict().kind() != Verdict.Kind.EXPLORATORY);
        assertThat(KeyFigure.of(report, _ -> NOTHING)).noneMatch(f -> f.caption().contains("first of"));
        assertThat(report.verdict().next()).noneMatch(s -> s.sentence().contains("the best"));
        for (Optional<Durability> each : seen) {
            assertThat(report.table().rows()).anyMatch(r -> r.durability().equals(each) && r.best());
        }
    }

    /** Each class has a best row: what the mark means stands below the table, in the terminal and on the page. */
    @Test
    void theMarkSaysOfWhichClassItIs() {
        String legend = "● best of its durability class (durable / os-buffered), with what does not differ significantly from "
                + "that.";
        assertThat(TerminalReport.of(synced(), new TerminalStyle(200, false, true, ZoneOffset.UTC)).replaceAll("\\s+", " "))
                .contains(legend);
        assertThat(HtmlReport.content(synced(), _ -> NOTHING)).contains(legend)
                .doesNotContain("The best group: no significant difference");
    }

    @Test
    void thePageShowsABadge() {
        assertThat(HtmlReport.content(synced(), _ -> NOTHING)).contains("<span class=\"badge os-buffered\">os-buffered</span>",
                "<span class=\"badge durable\">durable</span>");
    }
}
