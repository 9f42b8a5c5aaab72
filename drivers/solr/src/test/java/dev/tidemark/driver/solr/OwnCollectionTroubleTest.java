package dev.tidemark.driver.solr;

import dev.tidemark.driver.contract.OwnIndexTroubleContract;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.StandInServer.Reply;

class OwnCollectionTroubleTest extends OwnIndexTroubleContract {

    private static final String FOUND = ", \"response\": {\"numFound\": 1, \"docs\": [{\"id\": \"a\"}]}}";

    @Override
    protected String driver() {
        return "solr";
    }

    @Override
    protected String line(String word) {
        return "2026-03-04 10:00:59.000 INFO  (qtp1) [] o.a.s.c.S.Request webapp=/solr path=/select params={q=" + word
                + "} hits=1 status=0 QTime=1";
    }

    @Override
    protected Reply answer(Request asked) {
        return Reply.json("{\"responseHeader\": {\"status\": 0, \"QTime\": 2}" + FOUND);
    }

    @Override
    protected Reply partial() {
        return Reply.json("{\"responseHeader\": {\"status\": 0, \"QTime\": 2, \"partialResults\": true}" + FOUND);
    }

    /** As Solr 9 has it. */
    @Override
    protected Reply gone() {
        return new Reply(404, "text/html;charset=iso-8859-1", "<html><head><title>Error 404 Not Found</title></head></html>");
    }
}
