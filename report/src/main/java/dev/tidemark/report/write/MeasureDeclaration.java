package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;

/** A measure as it is declared, for programs. */
public record MeasureDeclaration(String name, String title, String unit,
        @Description("which direction is good") Direction better,
        String help) {

    public static List<MeasureDeclaration> all(Collection<Measure> measures) {
        return measures.stream().map(m -> new MeasureDeclaration(m.name(), m.title(), m.unit(), m.better(),
                m.help())).toList();
    }
}
