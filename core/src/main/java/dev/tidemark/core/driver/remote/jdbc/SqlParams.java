package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/** Settings that several drivers of SQL databases have. */
public final class SqlParams {

    public static final Param<String> BEGIN = Param.text("begin").reaching(Reach.STATEMENT).orElse("none")
            .changing(ChangeCost.REOPEN)
            .help("Statements at the beginning of each connection, with semicolons between.");

    /** Of a database whose JDBC driver the user has, and Tidemark not. */
    public static final Param<Path> DRIVER_JAR = Param.path("driver-jar").reaching(Reach.JAR).orElse("none")
            .changing(ChangeCost.REOPEN).help("The database's JDBC driver: a jar, or a folder of jars.").asMain();

    public static final Param<Long> SHARDS = Param.count("shards").byDefault(1L).atLeast(1).atMost(1024)
            .changing(ChangeCost.REBUILD)
            .help("Partitions by hash of the key that each table is made of; 1 for a plain table.");

    public static final Param<Long> FETCH_SIZE = Param.count("fetch-size").byDefault(256L).atLeast(1).atMost(1_000_000)
            .changing(ChangeCost.REOPEN)
            .help("Rows that a walk over a whole table takes from the server at a time.");

    private SqlParams() {}

    /** The statements of {@link #BEGIN}. */
    public static List<String> begin(Values values) {
        return values.find(BEGIN).map(SqlParams::split).orElse(List.of());
    }

    /**
     * Properties of a client library, {@code NAME=VALUE; NAME=VALUE}, of which those are taken that are known: neither
     * secrets, which would be stored, nor what loads code, nor what the driver sets itself.
     */
    public static Param<String> properties(String client, SortedSet<String> known) {
        return Param.typed(UrlForm.PROPERTIES, Types.text(text -> wrong(text, known))).reaching(Reach.NOTHING)
                .orElse("none").changing(ChangeCost.REOPEN)
                .help("Connection properties of " + client + ", NAME=VALUE; NAME=VALUE, of those that are neither "
                        + "secrets nor settings here: " + String.join(", ", known) + ".");
    }

    private static Optional<String> wrong(String text, SortedSet<String> known) {
        for (String pair : split(text)) {
            String name = pair.split("=", 2)[0].strip();
            if (!pair.contains("=")) {
                return Optional.of("write NAME=VALUE; NAME=VALUE");
            }
            if (!known.contains(name)) {
                return Optional.of("unknown property" + (name.matches("\\w{1,40}") ? " '" + name + "'"
                        + Suggestions.hint(name, known) : "") + "; known are " + String.join(", ", known));
            }
        }
        return Optional.empty();
    }

    /** The setting that one property of a URL is; one that would not end where the next begins is refused. */
    public static Map<String, String> property(String name, String value) {
        return value.contains(";") || split(name + "=" + value + ";x").size() != 2
                ? UrlForm.refuse(name + " cannot have a semicolon here, nor a quote that is not closed")
                : Map.of(UrlForm.PROPERTIES, name + "=" + value);
    }

    /** By name. @param properties as made by {@link #properties} */
    public static Map<String, String> properties(Values values, Param<String> properties) {
        Map<String, String> all = new LinkedHashMap<>();
        split(values.find(properties).orElse("")).stream().map(pair -> pair.split("=", 2))
                .forEach(pair -> all.put(pair[0].strip(), pair[1].strip()));
        return all;
    }

    /** What stands between semicolons that are not within quotes. */
    public static List<String> split(String text) {
        List<String> all = new ArrayList<>();
        StringBuilder one = new StringBuilder();
        char quote = 0;
        for (char c : text.toCharArray()) {
            if (c == ';' && quote == 0) {
                add(all, one);
            } else {
                one.append(c);
                if (quote == 0 && (c == '\'' || c == '"')) {
                    quote = c;
                } else if (c == quote) {
                    quote = 0;
                }
            }
        }
        add(all, one);
        return all;
    }

    private static void add(List<String> all, StringBuilder one) {
        if (!one.toString().isBlank()) {
            all.add(one.toString().strip());
        }
        one.setLength(0);
    }
}
