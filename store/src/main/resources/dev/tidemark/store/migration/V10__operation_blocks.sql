-- Operations that are logged one by one, many to a row: all of them, or a uniform sample where there are too many.
CREATE TABLE operation_block (
    iteration_id INTEGER NOT NULL REFERENCES iteration (id) ON DELETE CASCADE,
    phase        INTEGER NOT NULL,
    generator    INTEGER NOT NULL,
    seq          INTEGER NOT NULL,
    operations   INTEGER NOT NULL, -- how many there are
    body         BLOB    NOT NULL,
    PRIMARY KEY (iteration_id, phase, generator, seq)
);
