package dev.tidemark.driver.marklogic;

import module java.base;
import tools.jackson.databind.JsonNode;

/**
 * The hosts of the cluster.
 *
 * @param names  sorted
 * @param groups in which they are, each once
 */
record Hosts(List<String> names, List<String> groups) {

    static Hosts read(ManagementApi management) throws Exception {
        TreeMap<String, String> groups = new TreeMap<>();
        for (JsonNode host : items(management.get("/hosts?format=json"), "host-default-list")) {
            groups.put(host.path("nameref").asString(""), host.path("groupnameref").asString("Default"));
        }
        return new Hosts(List.copyOf(groups.keySet()), groups.values().stream().distinct().sorted().toList());
    }

    /** What a list of the Management API names. */
    static SequencedCollection<JsonNode> items(JsonNode answer, String list) {
        return answer.path(list).path("list-items").path("list-item").valueStream().toList();
    }

    /** In turn. @param number from 0 */
    String host(int number) {
        return names.get(number % names.size());
    }
}
