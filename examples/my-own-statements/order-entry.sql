-- Order entry in the manner of TPC-C (www.tpc.org, standard specification, revision 5): its nine tables, five transactions,
-- mix and skew, written for PostgreSQL in our own words. It is no TPC-C: nobody has audited it, and its figures must not be
-- compared with published ones. What differs is said where it does.
--
-- Variables from outside: scale (warehouses), items (100,000 by the standard) and customers (of a district; 3,000).

\set w random(1, :scale)
\set d random(1, 10)

\setup
DROP TABLE IF EXISTS warehouse, district, customer, history, new_order, orders, order_line, item, stock;
CREATE TABLE warehouse (w_id int PRIMARY KEY, w_name text, w_street text, w_city text, w_state char(2), w_zip char(9),
  w_tax numeric(4, 4), w_ytd numeric(12, 2)) WITH (fillfactor = 20);
CREATE TABLE district (d_w_id int, d_id int, d_name text, d_street text, d_city text, d_state char(2), d_zip char(9),
  d_tax numeric(4, 4), d_ytd numeric(12, 2), d_next_o_id int, PRIMARY KEY (d_w_id, d_id)) WITH (fillfactor = 20);
CREATE TABLE customer (c_w_id int, c_d_id int, c_id int, c_first text, c_middle char(2), c_last text, c_street text,
  c_city text, c_state char(2), c_zip char(9), c_phone char(16), c_since timestamp, c_credit char(2),
  c_credit_lim numeric(12, 2), c_discount numeric(4, 4), c_balance numeric(12, 2), c_ytd_payment numeric(12, 2),
  c_payment_cnt int, c_delivery_cnt int, c_data text);
CREATE TABLE history (h_c_id int, h_c_d_id int, h_c_w_id int, h_d_id int, h_w_id int, h_date timestamp,
  h_amount numeric(6, 2), h_data text);
CREATE TABLE orders (o_w_id int, o_d_id int, o_id int, o_c_id int, o_entry_d timestamp, o_carrier_id int, o_ol_cnt int,
  o_all_local int);
CREATE TABLE new_order (no_w_id int, no_d_id int, no_o_id int);
CREATE TABLE order_line (ol_w_id int, ol_d_id int, ol_o_id int, ol_number int, ol_i_id int, ol_supply_w_id int,
  ol_delivery_d timestamp, ol_quantity int, ol_amount numeric(6, 2), ol_dist_info char(24));
CREATE TABLE item (i_id int, i_im_id int, i_name text, i_price numeric(5, 2), i_data text);
CREATE TABLE stock (s_w_id int, s_i_id int, s_quantity int, s_dist_1 char(24), s_dist_2 char(24), s_dist_3 char(24),
  s_dist_4 char(24), s_dist_5 char(24), s_dist_6 char(24), s_dist_7 char(24), s_dist_8 char(24), s_dist_9 char(24),
  s_dist_10 char(24), s_ytd int, s_order_cnt int, s_remote_cnt int, s_data text);

-- The last name of a number from 0 to 999: a syllable for each of its digits.
CREATE OR REPLACE FUNCTION last_name(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg((ARRAY['BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY', 'ATION', 'EING'])
    [(n / p) % 10 + 1], '' ORDER BY p DESC) FROM unnest(ARRAY[1, 10, 100]) AS p
$$;

SELECT setseed(0.42);
INSERT INTO item SELECT i, (random() * 9999)::int + 1, 'item ' || md5(i::text), round((random() * 99 + 1)::numeric, 2),
  md5(random()::text) || CASE WHEN random() < 0.1 THEN 'ORIGINAL' ELSE '' END FROM generate_series(1, :{items}) AS i;
INSERT INTO warehouse SELECT w, 'w' || w, md5('s' || w), md5('c' || w), 'XX', '123411111', round((random() * 0.2)::numeric, 4),
  300000 FROM generate_series(1, :{scale}) AS w;
INSERT INTO district SELECT w, d, 'd' || d, md5('s' || w || d), md5('c' || w || d), 'XX', '123411111',
  round((random() * 0.2)::numeric, 4), 30000, :{customers} + 1
  FROM generate_series(1, :{scale}) AS w, generate_series(1, 10) AS d;
INSERT INTO customer SELECT w, d, c, md5(random()::text), 'OE',
  last_name(CASE WHEN c <= 1000 THEN c - 1 ELSE ((random() * 255)::int | (random() * 999)::int) % 1000 END), md5('s' || c),
  md5('c' || c), 'XX', '123411111', '0123456789012345', now(), CASE WHEN random() < 0.1 THEN 'BC' ELSE 'GC' END, 50000,
  round((random() * 0.5)::numeric, 4), -10, 10, 1, 0, repeat(md5(random()::text), 12)
  FROM generate_series(1, :{scale}) AS w, generate_series(1, 10) AS d, generate_series(1, :{customers}) AS c;
INSERT INTO history SELECT c_id, c_d_id, c_w_id, c_d_id, c_w_id, now(), 10, md5(c_id::text) FROM customer;
INSERT INTO stock SELECT w, i, (random() * 90)::int + 10, x, x, x, x, x, x, x, x, x, x, 0, 0, 0,
  md5(random()::text) || CASE WHEN random() < 0.1 THEN 'ORIGINAL' ELSE '' END
  FROM generate_series(1, :{scale}) AS w, generate_series(1, :{items}) AS i, left(md5(i::text), 24) AS x;
INSERT INTO orders SELECT w, d, o, row_number() OVER (PARTITION BY w, d ORDER BY random()), now(),
  CASE WHEN o <= :{customers} * 7 / 10 THEN (random() * 9)::int + 1 END, (random() * 10)::int + 5, 1
  FROM generate_series(1, :{scale}) AS w, generate_series(1, 10) AS d, generate_series(1, :{customers}) AS o;
INSERT INTO new_order SELECT o_w_id, o_d_id, o_id FROM orders WHERE o_carrier_id IS NULL;
INSERT INTO order_line SELECT o_w_id, o_d_id, o_id, n, (random() * (:{items} - 1))::int + 1, o_w_id,
  CASE WHEN o_carrier_id IS NOT NULL THEN o_entry_d END, 5,
  CASE WHEN o_carrier_id IS NULL THEN round((random() * 9999)::numeric, 2) ELSE 0 END, left(md5(n::text), 24)
  FROM orders, generate_series(1, o_ol_cnt) AS n;

ALTER TABLE customer ADD PRIMARY KEY (c_w_id, c_d_id, c_id);
ALTER TABLE orders ADD PRIMARY KEY (o_w_id, o_d_id, o_id);
ALTER TABLE new_order ADD PRIMARY KEY (no_w_id, no_d_id, no_o_id);
ALTER TABLE order_line ADD PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number);
ALTER TABLE item ADD PRIMARY KEY (i_id);
ALTER TABLE stock ADD PRIMARY KEY (s_w_id, s_i_id);
CREATE INDEX customer_by_name ON customer (c_w_id, c_d_id, c_last, c_first);
CREATE INDEX orders_by_customer ON orders (o_w_id, o_d_id, o_c_id, o_id);
ANALYZE;

-- Takes an order of 5 to 15 lines; one line in a hundred comes from another warehouse, and one order in a hundred is given up.
\operation new-order 45
\set c ((random(0, 1023) | random(1, :customers)) + 259) % :customers + 1
\set lines random(5, 15)
\set given_up random(1, 100)
BEGIN;
SELECT w_tax, c_discount, c_last, c_credit FROM warehouse, customer
  WHERE w_id = :w AND c_w_id = w_id AND c_d_id = :d AND c_id = :c;
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w AND d_id = :d RETURNING d_next_o_id - 1 AS o, d_tax \gset
INSERT INTO orders VALUES (:w, :d, :o, :c, now(), NULL, :lines, 1);
INSERT INTO new_order VALUES (:w, :d, :o);
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 1, :i, :from, NULL, :q, :amount, :info);
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 2, :i, :from, NULL, :q, :amount, :info);
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 3, :i, :from, NULL, :q, :amount, :info);
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 4, :i, :from, NULL, :q, :amount, :info);
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 5, :i, :from, NULL, :q, :amount, :info);
\if :lines >= 6
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 6, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 7
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 7, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 8
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 8, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 9
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 9, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 10
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 10, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 11
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 11, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 12
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 12, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 13
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 13, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 14
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 14, :i, :from, NULL, :q, :amount, :info);
\endif
\if :lines >= 15
\set i ((random(0, 8191) | random(1, :items)) + 7911) % :items + 1
\set q random(1, 10)
\set remote CASE WHEN random(1, 100) = 1 AND :scale > 1 THEN 1 ELSE 0 END
\set from (:w - 1 + :remote * random(1, greatest(:scale - 1, 1))) % :scale + 1
SELECT i_price AS price FROM item WHERE i_id = :i \gset
\set amount :price * :q
UPDATE stock SET s_quantity = CASE WHEN s_quantity >= :q + 10 THEN s_quantity - :q ELSE s_quantity - :q + 91 END,
  s_ytd = s_ytd + :q, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + :remote
  WHERE s_w_id = :from AND s_i_id = :i RETURNING s_dist_:{d} AS info \gset
INSERT INTO order_line VALUES (:w, :d, :o, 15, :i, :from, NULL, :q, :amount, :info);
\endif
\if :given_up = 1
SELECT i_price FROM item WHERE i_id = 0;
ROLLBACK;
\else
COMMIT;
\endif

-- Takes a payment; the customer is known by the last name in 60 of 100, and pays at another warehouse in 15 of 100.
\operation payment 43
\set amount random(100, 500000) / 100.0
\set away CASE WHEN random(1, 100) <= 15 AND :scale > 1 THEN 1 ELSE 0 END
\set cw (:w - 1 + :away * random(1, greatest(:scale - 1, 1))) % :scale + 1
\set cd CASE WHEN :away = 1 THEN random(1, 10) ELSE :d END
\set by_name random(1, 100)
\set c ((random(0, 1023) | random(1, :customers)) + 259) % :customers + 1
\set name ((random(0, 255) | random(0, 999)) + 123) % 1000 % least(1000, :customers)
BEGIN;
UPDATE warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w;
UPDATE district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w AND d_id = :d;
\if :by_name <= 60
SELECT c_id AS c FROM (SELECT c_id, row_number() OVER (ORDER BY c_first) AS n, count(*) OVER () AS all FROM customer
  WHERE c_w_id = :cw AND c_d_id = :cd AND c_last = last_name(:name)) AS named WHERE n = (named.all + 1) / 2 \gset
\endif
UPDATE customer SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount, c_payment_cnt = c_payment_cnt + 1,
  c_data = CASE WHEN c_credit = 'BC' THEN left(concat_ws(' ', c_id, c_d_id, c_w_id, c_ytd_payment, c_data), 500) ELSE c_data END
  WHERE c_w_id = :cw AND c_d_id = :cd AND c_id = :c;
INSERT INTO history VALUES (:c, :cd, :cw, :d, :w, now(), :amount, 'payment');
COMMIT;

-- Looks at a customer's last order.
\operation order-status 4
\set by_name random(1, 100)
\set c ((random(0, 1023) | random(1, :customers)) + 259) % :customers + 1
\set name ((random(0, 255) | random(0, 999)) + 123) % 1000 % least(1000, :customers)
BEGIN;
\if :by_name <= 60
SELECT c_id AS c FROM (SELECT c_id, row_number() OVER (ORDER BY c_first) AS n, count(*) OVER () AS all FROM customer
  WHERE c_w_id = :w AND c_d_id = :d AND c_last = last_name(:name)) AS named WHERE n = (named.all + 1) / 2 \gset
\endif
SELECT c_balance, c_first, c_middle, c_last FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
SELECT max(o_id) AS o FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_c_id = :c \gset
SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line
  WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :o;
COMMIT;

-- Delivers the oldest new order of each district: at once and in one statement, where the standard has a queue and a loop.
\operation delivery 4
\set carrier random(1, 10)
WITH oldest AS (
  SELECT no_d_id AS d, min(no_o_id) AS o FROM new_order WHERE no_w_id = :w GROUP BY no_d_id
), taken AS (
  DELETE FROM new_order USING oldest WHERE no_w_id = :w AND no_d_id = d AND no_o_id = o RETURNING d, o
), sent AS (
  UPDATE orders SET o_carrier_id = :carrier FROM taken WHERE o_w_id = :w AND o_d_id = d AND o_id = o RETURNING d, o_c_id AS c
), lines AS (
  UPDATE order_line SET ol_delivery_d = now() FROM taken WHERE ol_w_id = :w AND ol_d_id = d AND ol_o_id = o
  RETURNING d, ol_amount
)
UPDATE customer SET c_balance = c_balance + due, c_delivery_cnt = c_delivery_cnt + 1
  FROM (SELECT sent.d, c, sum(ol_amount) AS due FROM sent JOIN lines ON lines.d = sent.d GROUP BY sent.d, c) AS delivered
  WHERE c_w_id = :w AND c_d_id = delivered.d AND c_id = c;

-- How many of the articles of the last 20 orders are about to run out?
\operation stock-level 4
\set least random(10, 20)
SELECT count(DISTINCT s_i_id) FROM district
  JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id
  JOIN stock ON s_w_id = d_w_id AND s_i_id = ol_i_id
  WHERE d_w_id = :w AND d_id = :d AND s_quantity < :least;

\teardown
DROP TABLE warehouse, district, customer, history, new_order, orders, order_line, item, stock;
DROP FUNCTION last_name(bigint);
