package dev.tidemark.web.status;

import dev.tidemark.app.RunView;
import dev.tidemark.core.measure.host.HostUse;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.State;
import dev.tidemark.core.result.TakenReading;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.reports.ReportPages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A run as the page shows it, in words. What changes from second to second stands in {@code values}, under names by
 * which the script finds its place; the rest changes with {@code stamp}.
 *
 * @param stamp    changes when more than the values and the plan's states do
 * @param values   name to text
 * @param share    of the run that is done, in percent
 * @param settings of the running iteration
 * @param machine  tags and facts of the machine
 * @param cells    the plan
 * @param omitted  places of the plan that are not shown
 */
public record StatusView(String stamp, long batch, String label, String report, boolean running, String workload,
        String unit, Map<String, String> values, double share, List<Pair> settings, List<Pair> machine,
        List<Cell> cells, int omitted, List<Other> others) {

    private static final double MILLIS = 1e3;
    private static final int MOST_GAUGES = 24;

    /** A name and its value. */
    public record Pair(String name, String value) {}

    /** A place in the plan. @param state one word; empty where it is not begun */
    public record Cell(String title, String state, String verdict) {}

    /** Another run that is under way. */
    public record Other(long batch, String label) {}

    /** What is shown large, in order: name in {@code values}, title. */
    public List<Pair> figures() {
        return running ? List.of(new Pair("done", "done"), new Pair("rate", unit + " per second"),
                new Pair("p99", "p99 response"), new Pair("left", "left")) : List.of();
    }

    /** What is shown in lines, in order: name in {@code values}, title. */
    public List<Pair> lines() {
        return List.of(new Pair("iteration", "iteration"), new Pair("phase", "phase"), new Pair("stored", "stored"),
                new Pair("volume", "volume"), new Pair("in-flight", "in flight"), new Pair("backlog", "backlog"),
                new Pair("failures", "failures"), new Pair("p50", "p50 response"), new Pair("cpu", "processors"),
                new Pair("device", "busiest device"), new Pair("generator", "generator"), new Pair("waiting",
                        "waiting jobs"));
    }

    public String value(String name) {
        return values.getOrDefault(name, "–");
    }

    static StatusView of(Watch.Seen seen, long waiting) {
        RunView run = seen.run();
        boolean running = run.batch().running();
        Optional<RunView.Current> current = run.current();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("standing", standing(run));
        values.put("left", run.left().map(Texts::clock).orElse("–"));
        values.put("waiting", String.valueOf(waiting));
        current.ifPresent(c -> current(run, c, values));
        List<Other> others = seen.others().stream().map(o -> new Other(o.batch().id(), o.batch().label())).toList();
        return new StatusView(run.batch().id() + "-" + running + "-" + seen.iteration() + "-" + run.plan().size() + "-"
                + others.size() + "-" + current.map(c -> c.settings().size() + c.environment().size()).orElse(0),
                run.batch().id(), run.batch().label(), ReportPages.path(run.batch().label()), running,
                run.batch().workload(), run.unit(), values, Math.round(1000 * run.share()) / 10.0,
                current.map(c -> pairs(c.settings())).orElse(List.of()),
                current.map(c -> pairs(c.environment())).orElse(List.of()),
                run.plan().stream().map(StatusView::cell).toList(), run.omitted(), others);
    }

    private static String standing(RunView run) {
        if (!run.batch().running()) {
            return "Nothing is running. The last run, " + run.batch().label() + ", began "
                    + Texts.moment(run.batch().started()) + ": " + StateWords.of(run.states()) + ".";
        }
        int over = run.states().entrySet().stream().filter(e -> e.getKey() != State.RUNNING
                && e.getKey() != State.INTERRUPTED).mapToInt(Map.Entry::getValue).sum();
        int all = run.plan().size() + run.omitted();
        return run.batch().space().equals("ramp") ? Texts.counted(over, "step") + " of the ramp done."
                : over + " of " + Texts.counted(all, "iteration") + " done.";
    }

    private static void current(RunView run, RunView.Current c, Map<String, String> values) {
        values.put("iteration", String.valueOf(c.number()));
        c.live().ifPresent(l -> live(run, l, values));
        c.rate().ifPresent(r -> values.put("rate", Texts.count(r)));
        put(values, "p50", c.p50());
        put(values, "p99", c.p99());
        HostUse host = c.host();
        host.processors().ifPresent(p -> values.put("cpu", percent(p.busy()) + " busy"
                + (p.iowait() >= 0.01 ? ", " + percent(p.iowait()) + " waiting for devices" : "")));
        host.busiest().ifPresent(d -> values.put("device", d.name() + " " + percent(d.utilisation()) + " busy"
                + (d.await().isPresent() ? ", " + milliseconds(d.await().getAsDouble()) + " a request" : "")
                + ", " + Texts.bytes(d.writeBytes() / d.seconds()) + "/s written"));
        host.generator().ifPresent(g -> values.put("generator", percent(g.cpu()) + " of the processors, "
                + milliseconds(g.gcPause()) + " stopped for memory"));
        String engine = c.engine().stream().flatMap(r -> gauges(r).stream()).limit(MOST_GAUGES)
                .collect(Collectors.joining(" · "));
        if (!engine.isEmpty()) {
            values.put("engine", engine);
        }
    }

    private static List<String> gauges(TakenReading reading) {
        String node = reading.reading().node().isEmpty() ? "" : reading.reading().node() + " ";
        List<String> gauges = new ArrayList<>();
        reading.reading().gauges().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(g -> gauges.add(node + g.getKey() + " " + (g.getKey().contains("bytes")
                        || g.getKey().endsWith("size") ? Texts.bytes(g.getValue()) : Texts.count(g.getValue()))));
        return gauges;
    }

    private static void live(RunView run, Live live, Map<String, String> values) {
        values.put("phase", Types.word(live.phase()).replace('-', ' '));
        values.put("done", live.expected() > 0 ? percent(Math.min(1, (double) live.done() / live.expected()))
                : Texts.count(live.done()));
        values.put("stored", Texts.count(live.done())
                + (live.expected() > 0 ? " of " + Texts.count(live.expected()) : "") + " " + run.unit());
        values.put("volume", Texts.bytes(live.bytes()) + (live.expected() > 0 && live.done() > 0 ? " of "
                + Texts.bytes((double) live.bytes() / live.done() * live.expected()) : ""));
        values.put("in-flight", Texts.counted(live.inFlight(), "operation"));
        values.put("backlog", Texts.count(live.backlog()) + " due slots");
        values.put("failures", Texts.count(live.failures()));
    }

    private static void put(Map<String, String> values, String name, OptionalDouble seconds) {
        seconds.ifPresent(s -> values.put(name, milliseconds(s)));
    }

    private static String milliseconds(double seconds) {
        double ms = seconds * MILLIS;
        return Numbers.fixed(ms, ms < 0.1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0) + " ms";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static List<Pair> pairs(List<Setting> settings) {
        return settings.stream().map(s -> new Pair(s.name(), s.text())).toList();
    }

    private static Cell cell(RunView.Cell cell) {
        String varied = cell.varied().stream().map(s -> s.name() + " " + s.text()).collect(Collectors.joining(" · "));
        String title = (varied.isEmpty() ? "the one point" : varied) + (cell.round() > 0
                ? ", round " + (cell.round() + 1) : "");
        return new Cell(title, cell.state().map(StateWords::of).orElse(""), cell.verdict());
    }
}
