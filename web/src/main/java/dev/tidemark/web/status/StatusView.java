package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Facts;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.reports.ReportPages;

/**
 * A run as the page shows it, in words. What changes from second to second stands in {@code values}, under names by
 * which the script finds its place; the rest changes with {@code stamp}.
 *
 * @param stamp    changes when more than the values and the plan's states do
 * @param values   name to text
 * @param searching whether searches decide how many iterations there are
 * @param share    of the run that is done, in percent; with searches, of the running iteration
 * @param settings of the running iteration
 * @param machine  tags and facts of the machine
 * @param events   what happened last in the running iteration, newest first
 * @param cells    the plan of a search; of others {@code board} tells
 * @param omitted  places of the plan that are not shown
 * @param tab      how far it is, for the tab's title; empty when nothing is running
 * @param banner   what is said above results that must not be used: that they must not, and why
 */
public record StatusView(String stamp, long batch, String label, String report, boolean running,
        boolean searching, String workload, String unit, Map<String, String> values, double share, List<Pair> settings,
        List<Pair> machine, List<EventLine> events, List<Cell> cells, int omitted, List<Other> others,
        Leaderboard board, String tab, List<String> banner) {

    private static final double MILLIS = 1e3;
    private static final int MOST_GAUGES = 24;
    /** What drivers can tell, by name. */
    private static final Map<String, Measure> DECLARED = Drivers.all().stream()
            .flatMap(d -> d.measures().all().stream())
            .collect(Collectors.toMap(Measure::name, m -> m, (one, other) -> one));
    /** Facts that a person asks for first; the others follow in the order of their names. */
    private static final List<String> FIRST = List.of("hosts", "host-count", "host-type", "cpu", "cores", "memory",
            "file-system", "disk-type", "disk-kind", "device", Driver.DIRECTORY);

    /** A name and its value. */
    public record Pair(String name, String value) {}

    /** A place in the plan. @param state one word; empty where it is not begun */
    public record Cell(String title, String state, String verdict) {}

    /** Something that happened. @param at the iteration's time, as a clock shows it */
    public record EventLine(String at, String kind, String text) {}

    /** Another run that is in progress. */
    public record Other(long batch, String label) {}

    /** What is shown large, in order: name in {@code values}, title. */
    public List<Pair> figures() {
        String part = searching ? "step" : "iteration";
        return running ? List.of(new Pair("done", "done of this " + part), new Pair("rate", unit + " per second"),
                new Pair("p99", "p99 response"), new Pair("left", "left of " + (searching ? "this step"
                        : "the whole run"))) : List.of();
    }

    /** What of it is shown at a glance. */
    public List<Pair> glance() {
        return figures().stream().filter(f -> !f.name().equals("p99")).toList();
    }

    /** What is shown in lines, in order: name in {@code values}, title. */
    public List<Pair> lines() {
        return List.of(new Pair("iteration", "iteration"), new Pair("phase", "phase"),
                new Pair("elapsed", "elapsed since begun or resumed"), new Pair("stored", "stored"),
                new Pair("volume", "volume"), new Pair("in-flight", "in flight"), new Pair("backlog", "backlog"),
                new Pair("failures", "failures"), new Pair("p50", "p50 response"), new Pair("cpu", "processors"),
                new Pair("device", "busiest device"), new Pair("generator", "generator"), new Pair("waiting",
                        "waiting jobs"));
    }

    /** What stands beside the folded environment: the facts that are asked for first. */
    public List<Pair> outline() {
        return machine.stream().filter(p -> FIRST.contains(p.name())).toList();
    }

    public String value(String name) {
        return values.getOrDefault(name, "–");
    }

    /**
     * @param waits  what the next job waits for, in a sentence; empty where there is none
     * @param begins what is on its way to be run, in a sentence; empty where nothing is
     */
    static StatusView of(LivePoller.LiveState state, long waiting, String waits, String begins) {
        RunView run = state.run();
        boolean running = run.batch().running();
        Optional<RunView.Current> current = run.current();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("standing", progressSentence(run, begins));
        values.put("course", (current.isPresent() && running ? "This" : "The last") + " iteration over time");
        values.put("left", run.left().map(Numbers::clock).orElse("–"));
        run.elapsed().ifPresent(t -> values.put("elapsed", Numbers.clock(t)));
        values.put("waiting", String.valueOf(waiting));
        values.put("waits", !running && waits.equals(begins) ? "" : waits);
        current.ifPresent(c -> current(run, c, values));
        List<Other> others = state.others().stream().map(o -> new Other(o.batch().id(), o.batch().label())).toList();
        return new StatusView(run.batch().id() + "-" + running + "-" + state.iteration() + "-" + run.plan().size() + "-"
                + others.size() + "-" + current.map(c -> c.settings().size() + c.environment().size() + "-"
                        + c.events().size() + "-" + c.events().stream().mapToLong(Event::at).max().orElse(0))
                        .orElse("") + "-" + Integer.toHexString(state.board().hashCode()),
                run.batch().id(), run.batch().label(), ReportPages.path(run.batch().label()), running,
                run.searching(), run.batch().workload(), run.unit(), values, Math.round(1000 * run.share()) / 10.0,
                current.map(c -> pairs(c.settings())).orElse(List.of()),
                current.map(StatusView::machine).orElse(List.of()),
                current.map(c -> c.events().reversed().stream().filter(Event::isForPeople).map(StatusView::happening)
                        .toList())
                        .orElse(List.of()),
                run.plan().stream().map(StatusView::cell).toList(), run.omitted(), others, state.board(), tab(run),
                banner(run));
    }

    private static EventLine happening(Event event) {
        return new EventLine(Numbers.clock(Duration.ofNanos(Math.max(0, event.at()))), event.kind(), event.text());
    }

    /** Where data lies on this machine, the machine is the one host; where a driver is told a directory, that is it. */
    private static List<Pair> machine(RunView.Current c) {
        List<Pair> machine = new ArrayList<>();
        if (c.environment().stream().anyMatch(s -> s.name().equals("file-system"))
                && c.environment().stream().noneMatch(s -> s.name().equals("host-count"))) {
            machine.add(new Pair("hosts", "1, this machine"));
        }
        machine.addAll(pairs(c.environment()));
        c.settings().stream().filter(s -> s.name().equals(Driver.DIRECTORY) && !s.text().equals("default"))
                .map(s -> new Pair(s.name(), s.text())).forEach(machine::add);
        machine.sort(Comparator.comparingInt(p -> FIRST.contains(p.name()) ? FIRST.indexOf(p.name()) : FIRST.size()));
        return machine;
    }

    private static String progressSentence(RunView run, String begins) {
        if (!run.batch().running()) {
            return (begins.isEmpty() ? "Nothing is running." : begins) + " The last run, " + run.batch().label()
                    + ", began " + TextSanitizer.moment(run.batch().started()) + ": " + StateWords.of(run.states()) + ".";
        }
        return run.searching() ? searched(run.batch().yaml(), run.over())
                : run.over() + " of " + Numbers.counted(all(run), "iteration") + " done.";
    }

    /**
     * How far a search is. One for the rate may be made at each point of any plan, so that the plan's space does not tell.
     *
     * @param yaml the experiment, as it is recorded
     */
    static String searched(String yaml, int steps) {
        boolean findsRate = ExperimentReader.document(yaml, "experiment").get("search")
                instanceof DocumentNode.Mapping search && search.has("find-rate");
        return Numbers.counted(steps, "step") + " of " + (findsRate ? "the search for the sustainable rate" : "the ramp")
                + " done.";
    }

    static void current(RunView run, RunView.Current c, Map<String, String> values) {
        values.put("iteration", String.valueOf(c.number()));
        c.live().ifPresent(l -> live(run, l, values));
        c.rate().ifPresent(r -> values.put("rate", Numbers.count(r)));
        put(values, "p50", c.responses().quantile(0.5));
        put(values, "p99", c.responses().quantile(0.99));
        HostUtilization host = c.host();
        host.processors().ifPresent(p -> values.put("cpu", percent(p.busy()) + " busy"
                + (p.iowait() >= 0.01 ? ", " + percent(p.iowait()) + " waiting for devices" : "")));
        host.ofGenerator().ifPresent(p -> values.put("cpu", percent(p.busy()) + " busy, of the generator's machine"));
        host.busiest().ifPresent(d -> values.put("device", d.name() + " " + percent(d.utilisation()) + " busy"
                + (d.await().isPresent() ? ", " + milliseconds(d.await().getAsDouble()) + " a request" : "")
                + ", " + Numbers.bytes(d.writeBytes() / d.seconds()) + "/s written"));
        host.generator().ifPresent(g -> values.put("generator", percent(g.cpu()) + " of the processors, "
                + milliseconds(g.gcPause()) + " stopped for memory"));
        String parts = Stream.concat(c.kinds().size() < 2 ? Stream.of() : c.kinds().stream().map(StatusView::kind),
                c.instances().entrySet().stream().map(i -> i.getKey() + " " + Numbers.count(i.getValue()) + "/s"))
                .collect(Collectors.joining(" · "));
        if (!parts.isEmpty()) {
            values.put("parts", parts);
        }
        String engine = c.engine().stream().flatMap(r -> gauges(r).stream()).limit(MOST_GAUGES)
                .collect(Collectors.joining(" · "));
        if (!engine.isEmpty()) {
            values.put("engine", engine);
        }
    }

    private static String kind(RunView.Kind kind) {
        return kind.name() + " " + Numbers.count(kind.units()) + "/s"
                + kind.responses().quantile(0.99).map(p99 -> ", p99 " + milliseconds(p99)).orElse("");
    }

    /** Under the titles by which reports have them, where a driver declares them. */
    private static List<String> gauges(TimedSnapshot reading) {
        String node = reading.reading().node().isEmpty() ? "" : reading.reading().node() + " ";
        return reading.reading().gauges().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(g -> node + Optional.ofNullable(DECLARED.get(g.getKey())).map(m -> m.title() + " "
                        + level(g.getValue(), m)).orElse(g.getKey().replace('-', ' ') + " "
                        + Numbers.count(g.getValue()))).toList();
    }

    /** @param value in the base unit of the measure's */
    static String level(double value, Measure measure) {
        return switch (measure.unit()) {
            case "MB" -> Numbers.bytes(value);
            case "" -> Numbers.count(value);
            default -> Numbers.figure(measure.fromBase(value), measure.decimals()) + Numbers.unit(measure);
        };
    }

    private static void live(RunView run, RunStatus runStatus, Map<String, String> values) {
        String phase = Types.word(runStatus.phase()).replace('-', ' ');
        if (!runStatus.phase().isLoad()) {
            values.put("phase", phase + share(runStatus).map(share -> ", " + share).orElse(""));
            return;
        }
        values.put("phase", phase + ", " + Numbers.clock(Duration.ofNanos(runStatus.elapsed()))
                + (runStatus.lasts() > 0 ? " of " + Numbers.clock(Duration.ofNanos(runStatus.lasts())) : ""));
        values.put("done", share(runStatus).orElseGet(() -> Numbers.count(runStatus.done())));
        values.put("stored", Numbers.count(runStatus.done())
                + (runStatus.expected() > 0 ? " of " + Numbers.count(runStatus.expected()) : "") + " " + run.unit());
        values.put("volume", Numbers.bytes(runStatus.bytes()) + (runStatus.expected() > 0 && runStatus.done() > 0
                ? " of " + Numbers.bytes((double) runStatus.bytes() / runStatus.done() * runStatus.expected()) : ""));
        values.put("in-flight", Numbers.counted(runStatus.inFlight(), "operation"));
        values.put("backlog", Numbers.count(runStatus.backlog()) + " due operations");
        values.put("failures", Numbers.count(runStatus.failures()));
    }

    private static Optional<String> share(RunStatus runStatus) {
        OptionalDouble share = runStatus.share();
        return share.isPresent() ? Optional.of(percent(share.getAsDouble())) : Optional.empty();
    }

    private static void put(Map<String, String> values, String name, Optional<MeasuredValue> response) {
        response.ifPresent(r -> values.put(name, milliseconds(r)));
    }

    /** What was not answered counts with the time for which it was waited for, as in reports. */
    private static String milliseconds(MeasuredValue response) {
        return (response.atLeast() ? "≥" : "") + milliseconds(response.number() / MILLIS);
    }

    private static String milliseconds(double seconds) {
        double ms = seconds * MILLIS;
        return Numbers.fixed(ms, ms < 0.1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0) + " ms";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static List<Pair> pairs(List<Setting> settings) {
        return settings.stream().map(s -> new Pair(s.name(), Facts.shown(s.name(), s.text()))).toList();
    }

    /** How far it is, as a tab shows it in front of the name of the program: {@code 62 % · 7/18}. */
    private static String tab(RunView run) {
        return !run.batch().running() ? "" : percent(run.share()) + " · "
                + (run.searching() ? "step " + (run.over() + 1) : run.over() + "/" + all(run));
    }

    private static int all(RunView run) {
        return run.plan().size() + run.omitted();
    }

    /** The states whose numbers must not be used, worst first. */
    static List<String> banner(RunView run) {
        return Stream.of(IterationState.INVALID, IterationState.FAILED, IterationState.STOPPED,
                IterationState.INTERRUPTED).filter(run.states()::containsKey).map(state -> {
                    String why = IterationState.reason(run.plan().stream()
                            .filter(c -> c.state().equals(Optional.of(state))).map(RunView.Cell::verdict));
                    int n = run.states().get(state);
                    String what = (n == 1 ? "One iteration " : n + " iterations ")
                            + (state == IterationState.FAILED ? "" : state == IterationState.INVALID
                            ? n == 1 ? "is " : "are " : n == 1 ? "was " : "were ");
                    String word = StateWords.of(state);
                    return what + (why.startsWith(": " + word) ? why.substring(2) : word + why) + ".";
                }).toList();
    }

    /** What is varied at a point, in words. */
    static String title(List<Setting> varied) {
        return varied.isEmpty() ? "the defaults" : varied.stream().map(s -> s.name() + " " + s.text())
                .collect(Collectors.joining(" · "));
    }

    private static Cell cell(RunView.Cell cell) {
        String title = title(cell.varied()) + (cell.round() > 0
                ? ", round " + (cell.round() + 1) : "");
        return new Cell(title, cell.state().map(StateWords::of).orElse(""), cell.verdict());
    }
}
