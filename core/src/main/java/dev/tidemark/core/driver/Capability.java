package dev.tidemark.core.driver;

import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.style.StyleTarget;

/**
 * What the targets of a driver and their sessions can do; each constant stands for an interface that they implement, or
 * for a call of one that they override.
 */
public enum Capability {
    /** {@link DocumentSession}. */
    DOCUMENT_WRITER,
    /** {@link DocumentSession#read} and {@link DocumentSession#forEach}. */
    DOCUMENT_READER,
    /** {@link KeyValueSession} over {@link NumberedKeys}; the open target is a {@link KeyspaceTarget}. */
    KEYSPACES,
    /** {@link AsyncKeyValueSession}, where the target's settings ask for more than one operation in flight. */
    ASYNC_KEYSPACES,
    /** {@link KeyValueSession} over keys of any bytes; the open target is a {@link KeyspaceTarget}. */
    KEY_VALUES,
    /** A commit stores all of several updates or none of them; without it each is stored for itself. */
    TRANSACTIONS,
    /** {@link KeyValueSession#delete}. */
    DELETE,
    /** {@link KeyValueSession#head}. */
    HEAD,
    /** {@code put} with entries and {@link KeyValueSession#query}, {@link KeyspaceTarget#makeIndex}. */
    INDEX,
    /** {@link KeyValueSession#scan}. */
    SCAN,
    /** {@link KeyValueSession#walk}. */
    WALK,
    /** {@link OpenTarget#compact}. */
    COMPACT,
    /** {@link OpenTarget#snapshot}. */
    SNAPSHOT,
    /** {@link OpenTarget#maintain} of {@link Driver#maintenance()}. */
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
    API_STYLES;

    /** What a call of this throws where it is not overridden. */
    DriverException missing() {
        return new DriverException("the driver has no call for the capability " + name());
    }
}
