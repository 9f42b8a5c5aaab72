-- What people say of a label, beside its results, which it changes nothing of.
CREATE TABLE label_mark (
    label    VARCHAR(200) NOT NULL PRIMARY KEY,
    note     TEXT         NOT NULL,
    pinned   BOOLEAN      NOT NULL,
    archived BOOLEAN      NOT NULL
);

-- What the report of a label says in one line. A cache: every row can be made again from the results.
CREATE TABLE label_headline (
    label   VARCHAR(200) NOT NULL PRIMARY KEY,
    stamp   TEXT         NOT NULL, -- of the results that it was made from
    made_ns BIGINT       NOT NULL,
    body    TEXT         NOT NULL  -- JSON
);
