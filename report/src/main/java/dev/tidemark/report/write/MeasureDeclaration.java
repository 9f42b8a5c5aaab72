package dev.tidemark.report.write;

import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import java.util.Collection;
import java.util.List;

/** A measure as it is declared, for programs. */
public record MeasureDeclaration(String name, String title, String unit,
        @Description("which direction is good") Direction better,
        String help) {

    public static List<MeasureDeclaration> all(Collection<Measure> measures) {
        return measures.stream().map(m -> new MeasureDeclaration(m.name(), m.title(), m.unit(), m.better(),
                m.help())).toList();
    }
}
