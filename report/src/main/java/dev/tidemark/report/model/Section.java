package dev.tidemark.report.model;

import module java.base;

/**
 * What a report shows under one heading.
 *
 * @param title   the heading, where there is room for one above those of the grids
 * @param lead    what stands before the title of each grid where there is none; empty where their titles tell all
 * @param grids   tables, which come first
 * @param figures charts, each with the table behind it
 */
public record Section(String title, String lead, List<Grid> grids, List<Figure> figures) {

    /**
     * A chart with the table behind it, which stands for it where nothing is drawn.
     *
     * @param title     of the chart; the grid has a title of its own
     * @param sentences what is said of the matter
     * @param caption   what is said of the drawing; empty for nothing
     */
    public record Figure(String title, List<String> sentences, String caption, Grid grid) {

        public Figure {
            sentences = List.copyOf(sentences);
        }

        /** Of a chart that is called as its grid is. */
        public Figure(List<String> sentences, String caption, Grid grid) {
            this(grid.title(), sentences, caption, grid);
        }
    }

    public Section {
        grids = List.copyOf(grids);
        figures = List.copyOf(figures);
    }

    public static Section of(String title, List<Grid> grids) {
        return new Section(title, "", grids, List.of());
    }

    /** One table, with its title. */
    public static Section of(Grid grid) {
        return of(grid.title(), List.of(grid));
    }

    public static Section of(String title, Figure... figures) {
        return new Section(title, "", List.of(), List.of(figures));
    }

    public Section withGrids(UnaryOperator<Grid> change) {
        return new Section(title, lead, grids.stream().map(change).toList(), figures);
    }

    /** With those charts alone that have anything to draw. */
    public Section drawn() {
        return new Section(title, lead, grids, figures.stream().filter(f -> !f.grid().lines().isEmpty()).toList());
    }

    public boolean isEmpty() {
        return grids.isEmpty() && figures.isEmpty();
    }
}
