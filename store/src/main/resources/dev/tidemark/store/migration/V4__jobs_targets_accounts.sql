-- Experiments that wait to be run, and those that were.
CREATE TABLE job (
    id            INTEGER      NOT NULL PRIMARY KEY,
    place         BIGINT       NOT NULL, -- the queue's order
    label         VARCHAR(200) NOT NULL,
    workload      VARCHAR(100) NOT NULL,
    yaml          TEXT         NOT NULL,
    defaults      TEXT         NOT NULL, -- JSON: the user's defaults when it was asked for, name to text
    spec_hash     VARCHAR(100) NOT NULL,
    author        VARCHAR(100) NOT NULL,
    iterations    INTEGER      NOT NULL,
    bytes         BIGINT       NOT NULL, -- 0 where not known
    expected_ns   BIGINT,                -- how long it was thought to take
    resume        BOOLEAN      NOT NULL, -- to go on with an unfinished batch of the same experiment
    alongside     BOOLEAN      NOT NULL,
    created_ns    BIGINT       NOT NULL,
    not_before_ns BIGINT,
    state         VARCHAR(20)  NOT NULL,
    paused        BOOLEAN      NOT NULL,
    urgent        BOOLEAN      NOT NULL, -- to be run even while scheduled processing is off
    attempts      INTEGER      NOT NULL,
    message       TEXT         NOT NULL,
    batch_id      INTEGER REFERENCES batch (id) ON DELETE SET NULL,
    started_ns    BIGINT,
    ended_ns      BIGINT,
    wish          VARCHAR(20),           -- what the process that runs it is asked
    host          VARCHAR(200),          -- the process that runs it, and when it last showed that it lives
    pid           BIGINT,
    pid_start_ms  BIGINT,
    heartbeat_ms  BIGINT
);
CREATE INDEX job_state ON job (state);

-- Switches of the workbench, such as scheduled processing.
CREATE TABLE preference (
    name VARCHAR(100) NOT NULL PRIMARY KEY,
    text TEXT         NOT NULL
);

-- Targets that the user has given a name. A setting that is a secret says where the secret is, never what it is.
CREATE TABLE target (
    name     VARCHAR(100) NOT NULL PRIMARY KEY,
    driver   VARCHAR(100) NOT NULL,
    settings TEXT         NOT NULL -- JSON: name to text
);

-- Who may use the web pages. Nothing in here can be used to log in: passwords and tokens are kept as hashes.
CREATE TABLE account (
    name       VARCHAR(100) NOT NULL PRIMARY KEY,
    role       VARCHAR(20)  NOT NULL,
    password   TEXT         NOT NULL,
    created_ns BIGINT       NOT NULL
);

CREATE TABLE login_session (
    id_hash    VARCHAR(64)  NOT NULL PRIMARY KEY,
    account    VARCHAR(100) NOT NULL REFERENCES account (name) ON DELETE CASCADE,
    created_ns BIGINT       NOT NULL,
    seen_ns    BIGINT       NOT NULL
);
CREATE INDEX login_session_account ON login_session (account);

CREATE TABLE api_token (
    name       VARCHAR(100) NOT NULL PRIMARY KEY,
    token_hash VARCHAR(64)  NOT NULL UNIQUE,
    role       VARCHAR(20)  NOT NULL,
    author     VARCHAR(100) NOT NULL,
    created_ns BIGINT       NOT NULL,
    seen_ns    BIGINT
);

-- The one-time link with which the first administrator is made.
CREATE TABLE set_up_link (
    token_hash VARCHAR(64) NOT NULL PRIMARY KEY,
    expires_ns BIGINT      NOT NULL
);

-- How far each running iteration is; gone when it ends.
CREATE TABLE live (
    iteration_id INTEGER     NOT NULL PRIMARY KEY REFERENCES iteration (id) ON DELETE CASCADE,
    at           BIGINT      NOT NULL,
    phase        VARCHAR(20) NOT NULL,
    done         BIGINT      NOT NULL,
    expected     BIGINT      NOT NULL,
    bytes        BIGINT      NOT NULL,
    backlog      BIGINT      NOT NULL,
    in_flight    INTEGER     NOT NULL,
    failures     BIGINT      NOT NULL
);

-- When the process took the batch: what was begun since is its own work.
ALTER TABLE lease ADD COLUMN taken_ms BIGINT NOT NULL DEFAULT 0;
