package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * What a server has set, as facts of the environment: read back from it, and never changed. Where a driver records all
 * that is not at the server's own default, {@link #COMPLETE} says so, and what is not recorded is at its default.
 * Secrets are never recorded.
 */
public final class NonDefaultSettings {

    /** Before a server's own name. */
    public static final String LEAD = "server-";
    /** Recorded beside settings of which none is missing that is not at its default. */
    public static final Setting COMPLETE = Setting.detected(LEAD + "settings", "all that are not at their defaults");

    private static final String NONE = "none";
    private static final String HIDDEN = "(not recorded)";
    private static final Pattern SECRET_NAME = Pattern.compile(".*(pass(wd|word|phrase|_|$)|masterauth|secret|"
            + "token(?!_size)|credential|conninfo|private|access_key|api_key|filekey|(^|_)auth(_|$)|_command$|"
            + "init_connect).*");
    private static final Pattern SECRET_VALUE = Pattern.compile(
            "(?is).*(pass(wd|word|phrase)?|pwd|secret|token|access_?key)[\"']?\\s*[=:].*|.*://[^/\\s]*@.*"
            + "|.*\\bidentified\\s+by\\b.*");
    private static final Pattern NO_SECRET = Pattern.compile("(?i)on|off|yes|no|true|false|none|scram-sha-256|md5");

    private NonDefaultSettings() {}

    /** @param values the server's own names and values */
    public static List<Setting> facts(Map<String, String> values) {
        List<Setting> all = new ArrayList<>();
        new TreeMap<>(values).forEach((name, value) -> all.add(fact(name, value)));
        return List.copyOf(all);
    }

    /**
     * What several nodes have set, as one: where they differ each text once, as {@code always, everysec}.
     *
     * @param absent what a node has that does not tell a setting; empty where that is not known
     */
    public static Map<String, String> together(Collection<Map<String, String>> nodes, Optional<String> absent) {
        Map<String, String> together = new TreeMap<>();
        nodes.stream().flatMap(node -> node.keySet().stream()).distinct().forEach(name -> {
            List<String> texts = nodes.stream().flatMap(node -> Optional.ofNullable(node.get(name)).or(() -> absent)
                    .stream()).distinct().sorted().toList();
            together.put(name, texts.size() == 1 ? texts.getFirst()
                    : texts.stream().map(text -> text.isEmpty() ? NONE : text).collect(Collectors.joining(", ")));
        });
        return together;
    }

    /** What memory for objects nodes have, in bytes: each amount once, the smallest first. */
    public static Setting heap(Stream<Long> bytes) {
        return Setting.detected(LEAD + "heap", bytes.map(b -> b >> 20).distinct().sorted().map(mib -> mib + " MiB")
                .collect(Collectors.joining(", ")));
    }

    private static Setting fact(String name, String value) {
        String own = name.toLowerCase(Locale.ROOT);
        boolean secret = !NO_SECRET.matcher(value).matches()
                && (SECRET_NAME.matcher(own.replace('-', '_')).matches() || SECRET_VALUE.matcher(value).matches());
        return Setting.detected(LEAD + own.replace('_', '-'), value.isEmpty() ? NONE : secret ? HIDDEN : value);
    }
}
