package dev.tidemark.core.workload.volume;

import module java.base;

/** Mixes that others have made known, by name. */
final class VolumePresets {

    /** Two workers for each. */
    private static final String SINGLE_NODE_INSTANCES = "12";

    static final SequencedMap<String, Map<String, String>> ALL = all();

    private VolumePresets() {}

    private static SequencedMap<String, Map<String, String>> all() {
        SequencedMap<String, Map<String, String>> all = new LinkedHashMap<>();
        all.put("ycsb-a", ycsb("get=50,put=50", "zipf"));
        all.put("ycsb-b", ycsb("get=95,put=5", "zipf"));
        all.put("ycsb-c", ycsb("get=1", "zipf"));
        all.put("ycsb-d", ycsb("get=95,insert=5", "latest"));
        Map<String, String> e = ycsb("scan=95,insert=5", "zipf");
        e.put("scan-length", "100");
        all.put("ycsb-e", e);
        all.put("ycsb-f", ycsb("get=50,update=50", "zipf"));
        String phase1 = "get=5,update=1";
        all.put("leveled-8k-sync", leveled(phase1, "8kB", "60", "4h", "true"));
        all.put("leveled-8k", leveled(phase1, "8kB", "100", "6h", "false"));
        all.put("leveled-8k-disks", leveled(phase1, "8kB", "50", "4h", "false"));
        all.put("leveled-4k", leveled(phase1, "4kB", "100", "6h", "false"));
        all.put("leveled-16k", leveled(phase1, "16kB", "60", "6h", "false"));
        all.put("leveled-compaction", leveled(phase1, "8kB", "80", "12h", "false"));
        all.put("leveled-index", leveled("get=100,update=10,update-indexed=10,index-query=1,group-query=1", "8kB", "80",
                "6h", "false"));
        all.put("single-node-populate", populate());
        Map<String, String> load = leveled("get=5,put=1", "8kB", "24", "30min", "false");
        load.put("keys", "uniform");
        load.put("instances", SINGLE_NODE_INSTANCES);
        load.put("key-count", "12M"); // a million for each instance
        all.put("single-node-load", load);
        return Collections.unmodifiableSequencedMap(all);
    }

    /** Ten fields of 100 bytes are one value, the whole set is stored before, and keys look as they do there. */
    private static Map<String, String> ycsb(String mix, String keys) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("mix", mix);
        settings.put("keys", keys);
        settings.put("zipf-theta", "0.99");
        settings.put("value-size", "1kB");
        settings.put("key-format", "text");
        settings.put("preload", "all");
        return settings;
    }

    /** An empty store, and keys by the Pareto law; the unbounded one, as the load generator had it. */
    private static Map<String, String> leveled(String mix, String size, String workers, String duration, String sync) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("mix", mix);
        settings.put("mix-order", "diced");
        settings.put("keys", "pareto-unbounded");
        settings.put("key-count", "200M");
        settings.put("value-size", size);
        settings.put("workers", workers);
        settings.put("duration", duration);
        settings.put("preload", "none");
        settings.put("sync", sync);
        return settings;
    }

    private static Map<String, String> populate() {
        Map<String, String> settings = leveled("put=1", "8kB", "24", "30min", "false");
        settings.put("keys", "partitioned");
        settings.put("instances", SINGLE_NODE_INSTANCES);
        settings.put("key-count", "9999984"); // ten million, shared out evenly among 24
        settings.put("key-order", "adjacent");
        return settings;
    }
}
