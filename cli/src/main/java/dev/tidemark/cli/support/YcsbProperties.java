package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.ShellCommand;

/** A file of YCSB's properties, and the command that does what it says; docs/coming-from-ycsb.md has all of them. */
final class YcsbProperties {

    /** Properties that are settings by their own names. */
    private static final List<String> UNDERSTOOD = List.of("recordcount", "operationcount", "threadcount",
            "maxexecutiontime", "requestdistribution", "insertorder", "zeropadding");
    private static final Map<String, String> MIX = mix();
    private static final Map<String, String> SHARES = new TreeMap<>(Map.of("hotspotdatafraction", "--hot-keys",
            "hotspotopnfraction", "--hot-traffic"));
    private static final Set<String> OTHERS = Set.of("workload", "fieldcount", "fieldlength", "maxscanlength",
            "target");
    /** What these say is so here, too. */
    private static final Map<String, String> SAME = Map.of("readallfields", "true", "minscanlength", "1",
            "scanlengthdistribution", "uniform", "fieldlengthdistribution", "constant", "insertstart", "0");
    private static final BigDecimal FIELDS = BigDecimal.TEN;
    private static final BigDecimal FIELD = new BigDecimal(100);
    private static final String SCANNED = "1000";

    private YcsbProperties() {}

    private static Map<String, String> mix() {
        Map<String, String> mix = new LinkedHashMap<>();
        mix.put("readproportion", "get");
        mix.put("updateproportion", "put");
        mix.put("insertproportion", "insert");
        mix.put("scanproportion", "scan");
        mix.put("readmodifywriteproportion", "update");
        return mix;
    }

    /** @return the command, and which properties it leaves out; empty where the text is no such file */
    static Optional<String> command(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
        boolean ycsb = properties.getProperty("workload", "").endsWith("CoreWorkload")
                || properties.containsKey("recordcount") && MIX.keySet().stream().anyMatch(properties::containsKey);
        return ycsb ? Optional.of(command(properties) + without(properties)) : Optional.empty();
    }

    /** What the command says nothing of. */
    private static String without(Properties properties) {
        Set<String> left = new TreeSet<>(properties.stringPropertyNames());
        Stream.of(UNDERSTOOD, MIX.keySet(), SHARES.keySet(), OTHERS).forEach(left::removeAll);
        left.removeIf(name -> value(properties, name).equals(SAME.get(name)));
        return left.isEmpty() ? "" : " (without " + String.join(", ", left) + ")";
    }

    private static String command(Properties properties) {
        List<String> words = new ArrayList<>(List.of("volume", "--target", "NAME", "--mix", weights(properties)));
        UNDERSTOOD.stream().filter(properties::containsKey)
                .forEach(name -> words.addAll(List.of("--" + name, value(properties, name))));
        if (properties.containsKey("operationcount") && !properties.containsKey("maxexecutiontime")) {
            words.addAll(List.of("--duration", "none"));
        }
        words.addAll(List.of("--value-size", number(properties, "fieldcount", FIELDS)
                .multiply(number(properties, "fieldlength", FIELD)).toPlainString(), "--key-format", "text",
                "--preload", "all"));
        SHARES.forEach((name, flag) -> {
            if (properties.containsKey(name)) {
                words.addAll(List.of(flag, number(properties, name, BigDecimal.ZERO).movePointRight(2)
                        .stripTrailingZeros().toPlainString() + "%"));
            }
        });
        if (number(properties, "scanproportion", BigDecimal.ZERO).signum() > 0) {
            words.addAll(List.of("--maxscanlength", properties.getProperty("maxscanlength", SCANNED).strip()));
        }
        if (properties.containsKey("target")) {
            words.addAll(List.of("--rate", value(properties, "target") + "/s"));
        }
        return ShellCommand.of(words.toArray(String[]::new));
    }

    private static String value(Properties properties, String name) {
        return properties.getProperty(name).strip();
    }

    /** Where it is none, YCSB's own default. */
    private static BigDecimal number(Properties properties, String name, BigDecimal byDefault) {
        try {
            return new BigDecimal(properties.getProperty(name, "").strip());
        } catch (NumberFormatException e) {
            return byDefault;
        }
    }

    /** Proportions as whole weights. */
    private static String weights(Properties properties) {
        Map<String, BigDecimal> shares = new LinkedHashMap<>();
        MIX.forEach((property, operation) -> shares.put(operation, number(properties, property, switch (operation) {
            case "get" -> new BigDecimal("0.95");
            case "put" -> new BigDecimal("0.05");
            default -> BigDecimal.ZERO;
        })));
        shares.values().removeIf(share -> share.signum() <= 0);
        int digits = shares.values().stream().mapToInt(share -> share.stripTrailingZeros().scale()).max().orElse(0);
        return shares.entrySet().stream().map(e -> e.getKey() + "="
                + e.getValue().movePointRight(Math.max(0, digits)).toBigInteger()).collect(Collectors.joining(","));
    }
}
