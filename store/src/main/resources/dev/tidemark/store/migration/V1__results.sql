-- Results at rest. Portable SQL. Moments (…_ns at the end of wall times) are nanoseconds since 1970; durations and
-- times within an iteration are nanoseconds since its start.

-- One execution of an experiment. A second run of a label is a second batch.
CREATE TABLE batch (
    id          INTEGER      NOT NULL PRIMARY KEY,
    uuid        VARCHAR(36)  NOT NULL UNIQUE,
    label       VARCHAR(200) NOT NULL,
    workload    VARCHAR(100) NOT NULL,
    objective   VARCHAR(100) NOT NULL,
    space       VARCHAR(20)  NOT NULL,
    yaml        TEXT         NOT NULL,
    spec_hash   VARCHAR(100) NOT NULL,
    seed        BIGINT       NOT NULL,
    version     VARCHAR(100) NOT NULL,
    measures    TEXT         NOT NULL, -- JSON: the declarations, so that old results keep the measures of their time
    defaults    TEXT         NOT NULL, -- JSON: the default point, name to text
    expected    INTEGER      NOT NULL, -- iterations of the whole plan
    started_ns  BIGINT       NOT NULL
);
CREATE INDEX batch_label ON batch (label);

-- One execution of one point.
CREATE TABLE iteration (
    id           INTEGER      NOT NULL PRIMARY KEY,
    uuid         VARCHAR(36)  NOT NULL UNIQUE,
    batch_id     INTEGER      NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
    position     INTEGER      NOT NULL,
    point_hash   VARCHAR(100) NOT NULL,
    round        INTEGER      NOT NULL,
    attempt      INTEGER      NOT NULL,
    fork         INTEGER      NOT NULL,
    state        VARCHAR(20)  NOT NULL,
    verdict      TEXT         NOT NULL,
    started_ns   BIGINT       NOT NULL,
    monotonic_ns BIGINT       NOT NULL
);
CREATE INDEX iteration_batch ON iteration (batch_id);
CREATE INDEX iteration_state ON iteration (state);

-- Params, tags and facts. What was read back from the engine stands beside what was asked for.
CREATE TABLE setting (
    iteration_id INTEGER          NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    name         VARCHAR(200)     NOT NULL,
    read_back    BOOLEAN          NOT NULL,
    seq          INTEGER          NOT NULL,
    text         TEXT             NOT NULL,
    number       DOUBLE PRECISION,
    unit         VARCHAR(20)      NOT NULL,
    origin       VARCHAR(20)      NOT NULL,
    PRIMARY KEY (iteration_id, name, read_back)
);

CREATE TABLE phase (
    iteration_id INTEGER     NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    idx          INTEGER     NOT NULL,
    phase        VARCHAR(20) NOT NULL,
    headline     BOOLEAN     NOT NULL,
    started      BIGINT      NOT NULL,
    ended        BIGINT      NOT NULL,
    censored     BIGINT      NOT NULL,
    workers      INTEGER     NOT NULL,
    open_loop    BOOLEAN     NOT NULL,
    late_free    BIGINT      NOT NULL,
    outside      BIGINT      NOT NULL,
    PRIMARY KEY (iteration_id, idx)
);

-- All series of a stretch of a phase, merged over workers; beyond 900 in a phase, rolled up when the iteration ends.
CREATE TABLE interval_series (
    iteration_id INTEGER NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    phase        INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    part         INTEGER NOT NULL,
    started      BIGINT  NOT NULL,
    ended        BIGINT  NOT NULL,
    stuck        INTEGER NOT NULL,
    series       BLOB    NOT NULL,
    PRIMARY KEY (iteration_id, phase, seq, part)
);

CREATE TABLE reading (
    id           INTEGER      NOT NULL PRIMARY KEY,
    iteration_id INTEGER      NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    taken        BIGINT       NOT NULL,
    moment       VARCHAR(20)  NOT NULL,
    node         VARCHAR(200) NOT NULL,
    body         TEXT         NOT NULL  -- JSON: counters and gauges in base units
);
CREATE INDEX reading_iteration ON reading (iteration_id);

CREATE TABLE outcome (
    iteration_id INTEGER      NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    phase        INTEGER      NOT NULL,
    kind         VARCHAR(100) NOT NULL,
    outcome      VARCHAR(20)  NOT NULL,
    reason       TEXT         NOT NULL,
    operations   BIGINT       NOT NULL,
    units        BIGINT       NOT NULL,
    PRIMARY KEY (iteration_id, phase, kind, outcome, reason)
);

CREATE TABLE worker (
    iteration_id INTEGER NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    phase        INTEGER NOT NULL,
    worker       INTEGER NOT NULL,
    operations   BIGINT  NOT NULL,
    units        BIGINT  NOT NULL,
    busy         BIGINT  NOT NULL,
    PRIMARY KEY (iteration_id, phase, worker)
);

CREATE TABLE event (
    id           INTEGER     NOT NULL PRIMARY KEY,
    iteration_id INTEGER     NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    happened     BIGINT      NOT NULL,
    kind         VARCHAR(50) NOT NULL,
    text         TEXT        NOT NULL
);
CREATE INDEX event_iteration ON event (iteration_id);

-- A cache: except for an import, every row can be computed again from the raw data.
CREATE TABLE measured_value (
    iteration_id INTEGER          NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    measure      VARCHAR(100)     NOT NULL,
    seq          INTEGER          NOT NULL,
    number       DOUBLE PRECISION NOT NULL,
    at_least     BOOLEAN          NOT NULL,
    PRIMARY KEY (iteration_id, measure)
);

-- The process that is working on a batch.
CREATE TABLE lease (
    batch_id     INTEGER      NOT NULL PRIMARY KEY REFERENCES batch (id) ON DELETE CASCADE,
    host         VARCHAR(200) NOT NULL,
    pid          BIGINT       NOT NULL,
    pid_start_ms BIGINT,
    heartbeat_ms BIGINT       NOT NULL
);

-- What the process working on a batch is asked to do; it looks with every heartbeat.
CREATE TABLE command (
    batch_id INTEGER     NOT NULL REFERENCES lease (batch_id) ON DELETE CASCADE,
    verb     VARCHAR(20) NOT NULL,
    PRIMARY KEY (batch_id, verb)
);

-- The user's own defaults of a workload.
CREATE TABLE stored_default (
    workload VARCHAR(100) NOT NULL,
    name     VARCHAR(200) NOT NULL,
    tag      BOOLEAN      NOT NULL,
    text     TEXT         NOT NULL,
    PRIMARY KEY (workload, name)
);
