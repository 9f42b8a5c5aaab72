-- Where a batch came from, when it was not run here: what its experiment reaches is then agreed to before it runs again. Of
-- what was stored before nobody knows, so it counts as from elsewhere. Not among what checksums guard, which were made
-- without it.
ALTER TABLE batch ADD COLUMN origin TEXT NOT NULL DEFAULT 'a store that did not record it';

-- Whether a target was given its name at the command line, by the server's own user; of those before nobody knows.
ALTER TABLE target ADD COLUMN own BOOLEAN NOT NULL DEFAULT FALSE;
