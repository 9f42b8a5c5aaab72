package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Part;
import dev.tidemark.report.model.Section;

/**
 * Everything that the template shows, as texts that it escapes. Only the members named {@code …Script}, {@code style}
 * and {@code data} are put in as they are; they come from this project's resources or were made safe as JSON.
 */
public record Page(String label, String size, Hero hero, List<String> banner, List<String> notes, List<Pair> settings,
        List<Pair> environment, Map<Part, List<Section>> parts, List<Dots> effects, List<Section.Figure> curves,
        Grid table, List<Section> single, Traces traces, List<Section.Figure> shapes, Grid raw, List<WorkerSet> workers,
        List<Pair> method, List<Definition> definitions, List<String> experiments, List<Pair> texts,
        List<String> warnings, List<String> excluded, String style, String chartScript, String pageScript,
        String data, ViewOptions choices, OperationSection each) {

    /** What is told of some rows or runs alone, one part below the other. */
    private static final List<Part> SOME = List.of(Part.CONFIRMATION, Part.COSTS, Part.SUBTABLES, Part.CUTS);

    /**
     * Operations that were logged one by one.
     *
     * @param sorted  all of them by response time, and how complete the logs are; empty where there are none
     * @param hits    whether hits are drawn against responses
     * @param listed  title of the tables
     * @param slowest the slowest of some iterations
     */
    public record OperationSection(Optional<Section.Figure> sorted, boolean hits, String listed, List<Grid> slowest) {}

    public List<Section> of(Part part) {
        return parts.get(part);
    }

    /** What stands one at a time: of some rows, then of single operations. */
    public List<Section> sections() {
        return Stream.concat(SOME.stream().flatMap(p -> of(p).stream()), single.stream()).toList();
    }

    /** Of each chart its position in the data. */
    public static List<Integer> positions(List<Section.Figure> figures) {
        return IntStream.range(0, figures.size()).boxed().toList();
    }

    /** Where the parts of the page are, of those that it has, in its order. */
    public List<Anchor> contents() {
        return Stream.of(new Anchor("answer", "Answer", true), of("rates", "Rate", Part.RATES),
                of("recall", "Recall", Part.RECALL), of("styles", "Styles", Part.STYLES),
                of("ramps", "Ramp", Part.RAMPS), new Anchor("curves", "Settings", !curves.isEmpty()),
                new Anchor("table", "Table", !table.lines().isEmpty()),
                new Anchor("effects", "Effects", !effects.isEmpty()), of("unranked", "Not ranked", Part.UNRANKED),
                of("groups", "Groups", Part.GROUPS), of("scripts", "Statements", Part.SCRIPTS),
                of("recovery", "Recovery", Part.RECOVERY), of("background", "Background", Part.BACKGROUND),
                new Anchor("sections", "One at a time", !sections().isEmpty()), of("size", "Index size", Part.SIZE),
                new Anchor("each", "One by one", each.sorted().isPresent()), of("agents", "Agents", Part.AGENTS),
                new Anchor("time", "Over time", !traces.names().isEmpty()),
                new Anchor("distribution", "Response times", !shapes.isEmpty()), new Anchor("raw", "Raw", true),
                new Anchor("workers", "Workers", !workers.isEmpty()),
                new Anchor("environment", "Environment", !settings.isEmpty() || !environment.isEmpty()),
                new Anchor("method", "Experiment", true)).filter(Anchor::there).toList();
    }

    private Anchor of(String id, String title, Part part) {
        return new Anchor(id, title, !of(part).isEmpty());
    }

    /** A part of the page, by its id. */
    public record Anchor(String id, String title, boolean there) {}

    /** A name and its value. */
    public record Pair(String name, String value) {}

    /** What a measure means. */
    public record Definition(String title, String name, String unit, String help) {}

    /** A dot plot of effects; positions are percent of the width. */
    public record Dots(String title, String axis, double zero, List<Tick> ticks, List<Dot> dots, List<String> words) {}

    /** A mark on an axis. */
    public record Tick(double at, String text) {}

    /** An effect; {@code low} equals {@code high} when the error is unknown. */
    public record Dot(String title, String value, double at, double low, double high, boolean significant) {}

    /** What the workers of an iteration did; {@code more} says what is left out. */
    public record WorkerSet(String name, List<String> words, Grid grid, String more) {}

    /**
     * The traces that can be chosen, those shown first, what their load counts, and of those shown the tables of
     * results and of the machines.
     *
     * @param tooFew of each trace why it is not drawn; empty where it is
     */
    public record Traces(List<String> names, List<Integer> shown, String unit, List<Grid> behind,
            List<List<Grid>> machines, List<String> tooFew) {

        /** Whether any can be drawn. */
        public boolean drawn() {
            return tooFew.stream().anyMatch(String::isEmpty);
        }
    }
}
