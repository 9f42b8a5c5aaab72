package dev.tidemark.driver.opensearch;

import dev.tidemark.driver.contract.OwnIndexTroubleContract;
import dev.tidemark.driver.contract.StandInServer.Request;
import dev.tidemark.driver.contract.StandInServer.Reply;

class OwnIndexTroubleTest extends OwnIndexTroubleContract {

    @Override
    protected String driver() {
        return "opensearch";
    }

    @Override
    protected String line(String word) {
        return "{\"path\":\"/_search?q=" + word + "\"}";
    }

    @Override
    protected Reply answer(Request asked) {
        return Reply.json(asked.path().equals("/") ? "{\"version\":{\"number\":\"3.6.0\",\"distribution\":\"opensearch\"}}"
                : asked.path().contains("/_search") ? search(0)
                : asked.path().contains("/_count") ? "{\"count\":1,\"_shards\":{\"failed\":0}}" : "{\"nodes\":{}}");
    }

    private static String search(int failed) {
        return "{\"took\":2,\"timed_out\":false,\"_shards\":{\"failed\":" + failed + "},\"hits\":{\"total\":{\"value\":1,"
                + "\"relation\":\"eq\"},\"hits\":[{\"_id\":\"a\",\"_score\":1.5}]}}";
    }

    @Override
    protected Reply partial() {
        return Reply.json(search(1));
    }

    @Override
    protected Reply gone() {
        return new Reply(404, "application/json", "{\"error\":{\"root_cause\":[{\"type\":\"index_not_found_exception\","
                + "\"reason\":\"no such index [books]\"}],\"reason\":\"no such index [books]\"},\"status\":404}");
    }
}
