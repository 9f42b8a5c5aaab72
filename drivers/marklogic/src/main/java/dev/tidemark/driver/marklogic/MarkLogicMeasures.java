package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What the forests of the database tell, summed over them. */
final class MarkLogicMeasures {

    /** Gauge. */
    static final Measure FRAGMENTS = new Measure("fragments", "Fragments", "", Direction.NEITHER, 0,
            "Active fragments in the target at the end: a document is one, unless the database splits it.");
    /** Gauge. */
    static final Measure STANDS = new Measure("stands", "Stands", "", Direction.LOWER, 0,
            "Stands in the target's forests at the end, in memory and on disk.");

    static final MeasureSet ALL = EngineMeasures.OF_MARKLOGIC.plus(MeasureSet.of(FRAGMENTS, STANDS,
            NamespaceTarget.RECONNECTS));

    private MarkLogicMeasures() {}
}
