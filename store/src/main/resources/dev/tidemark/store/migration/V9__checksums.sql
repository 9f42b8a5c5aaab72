-- What the rows of a batch, and of each part of an iteration, add up to, so that damage is found when they are read.
-- Kept apart from what they guard, with the label, so that what is lost can be named.
CREATE TABLE batch_checksum (
    batch_id INTEGER      NOT NULL PRIMARY KEY REFERENCES batch (id) ON DELETE CASCADE,
    label    VARCHAR(200) NOT NULL,
    total    BIGINT       NOT NULL
);

CREATE TABLE iteration_checksum (
    batch_id     INTEGER     NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
    iteration_id INTEGER     NOT NULL,
    part         VARCHAR(20) NOT NULL,
    entries      BIGINT      NOT NULL, -- how many rows there are
    total        BIGINT      NOT NULL, -- sum of the rows' hashes, modulo 2^53
    PRIMARY KEY (batch_id, iteration_id, part)
);
