-- Operations that are remembered by themselves: the slowest of each kind, and the first that failed.
CREATE TABLE operation_log (
    iteration_id INTEGER      NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    phase        INTEGER      NOT NULL,
    seq          INTEGER      NOT NULL,
    why          VARCHAR(20)  NOT NULL,
    kind         VARCHAR(100) NOT NULL,
    outcome      VARCHAR(20)  NOT NULL,
    reason       TEXT         NOT NULL,
    lane         INTEGER      NOT NULL,
    n            BIGINT       NOT NULL,
    name         TEXT         NOT NULL,
    due          BIGINT       NOT NULL,
    started      BIGINT       NOT NULL,
    ended        BIGINT       NOT NULL,
    PRIMARY KEY (iteration_id, phase, seq)
);
