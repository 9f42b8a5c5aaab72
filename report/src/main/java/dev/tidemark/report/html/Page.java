package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.report.model.Grid;

/**
 * Everything that the template shows, as texts that it escapes. Only the members named {@code …Script}, {@code style}
 * and {@code data} are put in as they are; they come from this project's resources or were made safe as JSON.
 */
public record Page(String label, String size, Hero hero, List<String> banner, List<String> notes,
        List<Pair> settings,
        List<Pair> environment, List<Ramp> ramps, Rates rates, Optional<Figure> recall, Optional<Figure> styles,
        List<Dots> effects, List<Figure> curves, Grid table, Grid unranked, Grid groups, List<Grid> scripts,
        Optional<Grid> recovery, List<Grid> background, Optional<Grid> agents, List<Section> sections, Traces traces, List<Shape> shapes, Grid raw,
        List<WorkerSet> workers,
        List<Pair> method, List<Definition> definitions, List<String> experiments, List<Pair> texts,
        List<String> warnings, List<String> excluded, String style, String chartScript, String pageScript,
        String data, ViewOptions choices, OperationSection each) {

    /**
     * Operations that were logged one by one.
     *
     * @param sorted  all of them by response time; empty where there are none
     * @param words   how complete the logs are
     * @param hits    whether hits are drawn against responses
     * @param listed  title of the tables
     * @param slowest the slowest of some iterations
     * @param size    responses and disk reads over the size of the index; empty where that was not varied
     */
    public record OperationSection(String title, Optional<Figure> sorted, List<String> words, boolean hits,
            String listed,
            List<Grid> slowest, Optional<Figure> size) {}

    /** Where the parts of the page are, of those that it has. */
    public List<Anchor> parts() {
        return Stream.of(new Anchor("answer", "Answer", true), new Anchor("rates", "Rate", !rates.each().isEmpty()),
                new Anchor("ramps", "Ramp", !ramps.isEmpty()), new Anchor("recall", "Recall", recall.isPresent()),
                new Anchor("styles", "Styles", styles.isPresent()),
                new Anchor("table", "Table", !table.lines().isEmpty()),
                new Anchor("curves", "Settings", !curves.isEmpty()),
                new Anchor("effects", "Effects", !effects.isEmpty()), new Anchor("unranked", "Not ranked",
                !unranked.lines().isEmpty()), new Anchor("scripts", "Statements", !scripts.isEmpty()),
                new Anchor("sections", "One at a time", !sections.isEmpty()),
                new Anchor("recovery", "Recovery", recovery.isPresent()),
                new Anchor("background", "Background", !background.isEmpty()),
                new Anchor("agents", "Agents", agents.isPresent()),
                new Anchor("time", "Over time", !traces.names().isEmpty()),
                new Anchor("distribution", "Response times", !shapes.isEmpty()), new Anchor("raw", "Raw", true),
                new Anchor("environment", "Environment", !settings.isEmpty() || !environment.isEmpty()),
                new Anchor("method", "Experiment", true)).filter(Anchor::there).toList();
    }

    /** A part of the page, by its id. */
    public record Anchor(String id, String title, boolean there) {}

    /** A name and its value. */
    public record Pair(String name, String value) {}

    /** Searches for the sustainable rate, and where there are several, all in one table. */
    public record Rates(List<Ramp> each, Optional<Grid> points) {}

    /** A ramp: what it shows in words, unless the page's answer says so, and its figure. */
    public record Ramp(List<String> words, Figure figure) {}

    /** What a measure means. */
    public record Definition(String title, String name, String unit, String help) {}

    /** A dot plot of effects; positions are percent of the width. */
    public record Dots(String title, String axis, double zero, List<Tick> ticks, List<Dot> dots, List<String> words) {}

    /** A mark on an axis. */
    public record Tick(double at, String text) {}

    /** An effect; {@code low} equals {@code high} when the error is unknown. */
    public record Dot(String title, String value, double at, double low, double high, boolean significant) {}

    /** A chart drawn by the script, by its position in the data, with the table behind it. */
    public record Figure(int index, String title, String caption, Grid behind) {}

    /** Sub-tables of one kind. */
    public record Section(String title, List<Grid> grids) {}

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

    /** The distribution of response times of one kind of operation. */
    public record Shape(int index, String title, Grid behind) {}
}
