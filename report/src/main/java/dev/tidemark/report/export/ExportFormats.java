package dev.tidemark.report.export;

import module java.base;

/** The forms that there are. */
public final class ExportFormats {

    private static final List<ExportFormat> ALL = List.of(new BashoBench());

    private ExportFormats() {}

    public static List<ExportFormat> all() {
        return ALL;
    }

    public static Optional<ExportFormat> named(String name) {
        return ALL.stream().filter(f -> f.name().equals(name)).findFirst();
    }
}
