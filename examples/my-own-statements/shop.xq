(: Orders of a shop, on BaseX. Queries on a database of your own need neither \setup nor \teardown. :)
\set id random(1, 1000)

\setup
db:create('shop', <orders>{
  for $i in 1 to 1000 return <order id="{ $i }"><price>{ $i * 2 }</price></order>
}</orders>, 'orders.xml');

\operation read 9
declare variable $id as xs:string external;
db:get('shop')//order[@id = $id]/price;

\operation raise 1
for $price in db:get('shop')//order[@id = string($id)]/price
return replace value of node $price with $price + 1;

\teardown
db:drop('shop');
