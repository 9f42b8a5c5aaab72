-- The last number that was given to a job and to a batch, so that none comes again when they are deleted.
CREATE TABLE last_number (
    what   VARCHAR(20) NOT NULL PRIMARY KEY,
    number BIGINT      NOT NULL
);
INSERT INTO last_number (what, number) SELECT 'job', COALESCE(max(id), 0) FROM job;
INSERT INTO last_number (what, number) SELECT 'batch', COALESCE(max(id), 0) FROM batch;

-- When the phase began, and after how long time ends it; 0 where it does not.
ALTER TABLE live ADD COLUMN began BIGINT NOT NULL DEFAULT 0;
ALTER TABLE live ADD COLUMN lasts BIGINT NOT NULL DEFAULT 0;

-- The most steps of the ramps that a job makes; 0 where it makes none.
ALTER TABLE job ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
