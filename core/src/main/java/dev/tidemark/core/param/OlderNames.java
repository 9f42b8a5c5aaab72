package dev.tidemark.core.param;

import module java.base;

/**
 * Names of older systems that are no older name of a setting here, since what they say is said otherwise: of mlperf, of
 * the MarkLogic IO Test and of YCSB.
 */
public final class OlderNames {

    /** Tags by which machines differ that look alike, under the names that they had in the MarkLogic IO Test. */
    public static final List<String> MACHINE_TAGS = List.of("host-type", "disk-type", "file-system-format");

    /** To what an option has, as in {@code tag disk-type=VALUE}. */
    private static final Map<String, String> PRESENT = present();

    private static final String TAG = "tag";
    /** What every document can say, wherever the older name stood in it. */
    private static final Set<String> OF_ALL = Set.of(TAG, "label");

    private OlderNames() {}

    private static Map<String, String> present() {
        Map<String, String> names = new HashMap<>();
        put(names, "address HOST:PORT", "host", "hostname", "port");
        put(names, "tls true", "ssl", "https");
        put(names, "style with the styles to run", "no-pojo", "no-run-pojo", "no-xdbc", "no-run-xdbc");
        put(names, "reconnect N", "reset-connection");
        put(names, "label LABEL", "run-label");
        MACHINE_TAGS.forEach(tag -> put(names, "tag " + tag + "=VALUE", tag));
        put(names, "mix get=50,put=50", "readproportion", "updateproportion", "insertproportion", "scanproportion",
                "readmodifywriteproportion");
        put(names, "value-size SIZE", "fieldcount", "fieldlength");
        put(names, "value-sizes KIND", "fieldlengthdistribution");
        put(names, "hot-keys 20%", "hotspotdatafraction");
        put(names, "hot-traffic 80%", "hotspotopnfraction");
        put(names, "workers N", "threads");
        put(names, "verify 100%", "dataintegrity");
        return Map.copyOf(names);
    }

    private static void put(Map<String, String> names, String present, String... older) {
        for (String name : older) {
            names.put(name, present);
        }
    }

    /**
     * How it is said now on the command line: {@code "; write --label LABEL"}; else the nearest name, if any.
     *
     * @param names the options that there are
     */
    public static String option(String typed, Collection<String> names) {
        return sentence(typed.replaceFirst("^-+", "")).filter(now -> names.contains("--" + name(now)))
                .map(now -> "; write --" + now).orElseGet(() -> Suggestions.hint(typed, names));
    }

    /**
     * The same in a document: {@code "; write tags: {disk-type: VALUE}"}.
     *
     * @param names that there are at this place
     */
    public static String entry(String typed, Collection<String> names) {
        return sentence(typed).filter(now -> OF_ALL.contains(name(now)) || names.contains(name(now))).map(now -> {
            String name = name(now);
            String value = now.substring(name.length() + 1);
            return "; write " + (name.equals(TAG) ? "tags" : name) + ": " + (value.contains("=")
                    ? "{" + value.replace("=", ": ").replace(",", ", ") + "}" : value);
        }).orElseGet(() -> Suggestions.hint(typed, names));
    }

    private static Optional<String> sentence(String name) {
        return Optional.ofNullable(PRESENT.get(name));
    }

    private static String name(String present) {
        return present.substring(0, present.indexOf(' '));
    }
}
