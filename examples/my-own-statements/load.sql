-- A file's rows into a table of one's own: each once, by as many workers as there are. With examples/my-own-statements
-- as it is, eight rows tell nothing; take a file of yours.
\setup
DROP TABLE IF EXISTS customers;
CREATE TABLE customers (id int, name varchar(40), city varchar(20), discount numeric(4, 2));

\load examples/my-own-statements/customers.csv INTO customers(id, name, city, discount)

\finish index
CREATE INDEX customers_of_cities ON customers (city);

\teardown
DROP TABLE customers;
