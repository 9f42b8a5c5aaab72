-- JSON: the defaults that held before the experiment said anything; empty where they were not recorded.
ALTER TABLE batch ADD COLUMN standing TEXT NOT NULL DEFAULT '{}';
