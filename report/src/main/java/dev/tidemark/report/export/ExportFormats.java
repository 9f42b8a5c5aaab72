package dev.tidemark.report.export;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import java.util.List;

/** The forms that there are. */
public final class ExportFormats {

    private static final List<ExportFormat> ALL = List.of(new BashoBench());

    private ExportFormats() {}

    public static List<ExportFormat> all() {
        return ALL;
    }

    /** @throws BadInput naming the nearest form */
    public static ExportFormat named(String name) {
        return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow(() -> {
            List<String> names = ALL.stream().map(ExportFormat::name).toList();
            return new BadInput("--format: unknown format '" + name + "'" + Nearest.hint(name, names));
        });
    }
}
