-- Agents that the user has given a name, at the command line.
CREATE TABLE agent (
    name VARCHAR(100) NOT NULL PRIMARY KEY,
    text TEXT         NOT NULL -- as --agents has it
);
