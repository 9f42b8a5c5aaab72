-- What disks were found to sustain, measured alone, with the facts of their machine and file system.
CREATE TABLE disk_probe (
    id    INTEGER NOT NULL PRIMARY KEY,
    at    BIGINT  NOT NULL, -- nanoseconds since 1970
    facts TEXT    NOT NULL, -- JSON: name to text
    rates TEXT    NOT NULL  -- JSON: name of the limit to its rate, in the limit's unit
);
