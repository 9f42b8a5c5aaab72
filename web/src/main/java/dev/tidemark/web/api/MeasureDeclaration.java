package dev.tidemark.web.api;

import dev.tidemark.core.result.Better;
import dev.tidemark.core.result.Measure;
import java.util.Collection;
import java.util.List;

/** A measure as it is declared, for programs. */
record MeasureDeclaration(String name, String title, String unit, @Says("which direction is good") Better better,
        String help) {

    static List<MeasureDeclaration> all(Collection<Measure> measures) {
        return measures.stream().map(m -> new MeasureDeclaration(m.name(), m.title(), m.unit(), m.better(),
                m.help())).toList();
    }
}
