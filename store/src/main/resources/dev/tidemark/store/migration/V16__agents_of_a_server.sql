-- Whether an agent was given its name at the command line, so that a server may use it as it is; all were so far.
ALTER TABLE agent ADD COLUMN own INTEGER NOT NULL DEFAULT 1;
