-- Orders of a shop. What stands before the first section belongs to each operation.
\set customer random_zipfian(1, 1000, 1.1)

\setup
CREATE TABLE orders (id int PRIMARY KEY, customer int NOT NULL, city varchar(20), placed timestamp, note varchar(40));
CREATE INDEX orders_of_customers ON orders (customer);

\operation place 3
\set id sequence(1)
\set city pick('Berlin', 'Lyon', 'Turin')
\set placed random_timestamp('2026-01-01', '2026-12-31 23:59:59')
\set note random_text(10, 40)
BEGIN;
INSERT INTO orders VALUES (:id, :customer, :city, :placed, :note);
SELECT count(*) AS orders FROM orders WHERE customer = :customer \gset
\if :orders > 20
DELETE FROM orders WHERE customer = :customer AND id < :id;
\endif
COMMIT;

\operation look 7
SELECT id, placed, note FROM orders WHERE customer = :customer;

\teardown
DROP TABLE orders;
