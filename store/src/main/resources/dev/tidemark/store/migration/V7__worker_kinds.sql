-- What a worker did of each kind of operation: a JSON object of units by kind.
ALTER TABLE worker ADD COLUMN kinds TEXT; -- NULL where it was not kept
