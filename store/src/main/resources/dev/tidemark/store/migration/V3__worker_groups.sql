-- To which group a worker belonged, and what failed for it.
ALTER TABLE worker ADD COLUMN team VARCHAR(100) NOT NULL DEFAULT '';
ALTER TABLE worker ADD COLUMN failed BIGINT; -- NULL where it was not kept
