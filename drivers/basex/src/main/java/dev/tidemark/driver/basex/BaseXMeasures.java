package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What BaseX tells of a database. */
final class BaseXMeasures {

    /** Gauge, nodes. */
    static final Measure NODES = new Measure("xml-nodes", "XML nodes", "", Direction.NEITHER, 0,
            "Nodes of XML in the database at the end, which JSON is stored as, too; a few are Tidemark's own.");

    /** Gauge, documents. */
    static final Measure TREES = new Measure("xml-documents", "XML documents", "", Direction.NEITHER, 0,
            "Documents that a query finds as XML at the end, JSON among them; the others are binary, and no index is "
            + "of them.");

    static final MeasureSet ALL = MeasureSet.of(
            EngineMeasures.ON_DISK_SIZE.explained("Bytes of all files of the database at the end."), NODES, TREES,
            RemoteTarget.RECONNECTS);

    private BaseXMeasures() {}
}
