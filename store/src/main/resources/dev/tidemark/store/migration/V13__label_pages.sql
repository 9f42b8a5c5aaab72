-- The page of a label's report, where it takes long to make. A cache: every row can be made again from the results.
CREATE TABLE label_page (
    label VARCHAR(200) NOT NULL PRIMARY KEY,
    stamp TEXT         NOT NULL, -- of what it was made from and by
    body  BLOB         NOT NULL  -- as whoever made it has written it
);
