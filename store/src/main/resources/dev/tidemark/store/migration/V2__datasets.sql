-- Where the datasets are that this store's user has made; what they are stands in their own folders.
CREATE TABLE dataset (
    name     VARCHAR(200) NOT NULL PRIMARY KEY,
    driver   VARCHAR(100) NOT NULL,
    settings TEXT         NOT NULL, -- JSON: the driver's settings that it was made with, name to text
    folder   TEXT         NOT NULL
);
