#!/bin/sh
# Makes what own-collection-*.yaml ask, with nothing but curl and awk: the collections books and books-half, and solr.log, a
# log of 11,000 requests of one to three words.
#
#   SOLR=http://127.0.0.1:8983 LOGIN=user:password DOCUMENTS=20000 CONFIG=_default KEY=id sh make-own-collection.sh
set -eu
solr=${SOLR:-http://127.0.0.1:8983}/solr
documents=${DOCUMENTS:-20000}
ask() { curl -sSf ${LOGIN:+-u "$LOGIN"} "$@" > /dev/null; }

# Words as natural language has them, some frequent and most rare: the n-th of 50,000 about 1/n as often as the first.
words='function word() { return "w" int(exp(rand() * log(50000))) }'

for collection in books books-half; do
    [ $collection = books ] && count=$documents || count=$((documents / 2))
    ask "$solr/admin/collections?action=CREATE&name=$collection&numShards=1&waitForFinalState=true&collection.configName=${CONFIG:-_default}"
    from=0
    while [ $from -lt $count ]; do
        to=$((from + 2000 < count ? from + 2000 : count))
        awk -v from=$from -v to=$to -v key="${KEY:-id}" "$words"' BEGIN {
            srand(from + 1); printf "["
            for (n = from; n < to; n++) {
                text = word(); for (i = 1; i < 200; i++) text = text " " word()
                printf("%s{\"%s\": \"b%d\", \"body_t\": \"%s\"}", (n > from ? "," : ""), key, n, text)
            }
            print "]" }' | ask -H 'Content-Type: application/json' --data-binary @- "$solr/$collection/update"
        from=$to
    done
    ask "$solr/$collection/update?commit=true" -H 'Content-Type: application/json' -d '{}'
done

awk "$words"' BEGIN {
    srand(7)
    for (n = 0; n < 11000; n++) {
        query = "body_t:" word(); for (i = int(rand() * 3); i > 0; i--) query = query "+AND+body_t:" word()
        print "2026-03-04 10:00:00.000 INFO  (qtp1) [] o.a.s.c.S.Request webapp=/solr path=/select params={q=" query \
            "&rows=10} hits=1 status=0 QTime=1"
    } }' > solr.log
