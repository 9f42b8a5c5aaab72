package dev.tidemark.core.driver;

import dev.tidemark.core.driver.index.IndexReader;
import dev.tidemark.core.driver.index.IndexTarget;
import dev.tidemark.core.driver.index.IndexWriter;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.MaintainedTarget;
import dev.tidemark.core.driver.upkeep.SnapshotTarget;

/** What the sessions of a driver can do; each constant stands for one interface that they implement. */
public enum Capability {
    /** {@link DocumentWriter}. */
    DOCUMENT_WRITER,
    /** {@link DocumentReader}. */
    DOCUMENT_READER,
    /** {@link KeyValueSession} over {@link NumberedKeys}; the open target is a {@link KeyspaceTarget}. */
    KEYSPACES,
    /** {@link AsyncKeyValueSession}, where the target's settings ask for more than one operation in flight. */
    ASYNC_KEYSPACES,
    /** {@link KeyValueSession} over keys of any bytes; the open target is a {@link KeyspaceTarget}. */
    KEY_VALUES,
    /** A commit stores all of several updates or none of them; without it each is stored for itself. */
    TRANSACTIONS,
    /** {@link KeyDeleter}. */
    DELETE,
    /** {@link ValueSizeReader}. */
    HEAD,
    /** {@link IndexWriter} and {@link IndexReader}; the open target is an {@link IndexTarget}. */
    INDEX,
    /** {@link KeyScanner}. */
    SCAN,
    /** {@link FullScanner}. */
    WALK,
    /** The open target is a {@link CompactingTarget}. */
    COMPACT,
    /** The open target is a {@link SnapshotTarget}. */
    SNAPSHOT,
    /** The open target is a {@link MaintainedTarget} that does {@link Driver#maintenance()}. */
    MAINTENANCE,
    /** {@link StatementSession}. */
    STATEMENTS,
    /** {@link StatementSession#executeAll}. */
    STATEMENT_PIPELINES,
    /** {@link StatementSession#copy}. */
    STATEMENT_COPY,
    /** {@link SearchSession}; the open target is a {@link SearchTarget}. */
    SEARCH,
    /** The same with documents that have vectors. */
    VECTOR_SEARCH,
    /** The open target is a {@link StyleTarget} with the {@link Driver#styles()}. */
    API_STYLES
}
