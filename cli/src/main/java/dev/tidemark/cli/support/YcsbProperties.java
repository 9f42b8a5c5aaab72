package dev.tidemark.cli.support;

import dev.tidemark.core.param.ShellCommand;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/** A file of YCSB's properties, and the command that does what it says; docs/coming-from-ycsb.md has all of them. */
final class YcsbProperties {

    /** Properties that are settings by their own names. */
    private static final List<String> UNDERSTOOD = List.of("recordcount", "operationcount", "threadcount", "maxexecutiontime",
            "requestdistribution", "insertorder", "zeropadding", "maxscanlength");
    private static final Map<String, String> MIX = mix();
    private static final BigDecimal FIELDS = BigDecimal.TEN;
    private static final BigDecimal FIELD = new BigDecimal(100);

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

    /** @return empty where the text is no such file */
    static Optional<String> command(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
        boolean ycsb = properties.getProperty("workload", "").endsWith("CoreWorkload")
                || properties.containsKey("recordcount") && MIX.keySet().stream().anyMatch(properties::containsKey);
        return ycsb ? Optional.of(command(properties)) : Optional.empty();
    }

    private static String command(Properties properties) {
        List<String> words = new ArrayList<>(List.of("volume", "--target", "NAME", "--mix", weights(properties)));
        UNDERSTOOD.stream().filter(properties::containsKey)
                .forEach(name -> words.addAll(List.of("--" + name, value(properties, name))));
        if (properties.containsKey("operationcount") && !properties.containsKey("maxexecutiontime")) {
            words.addAll(List.of("--duration", "none"));
        }
        words.addAll(List.of("--value-size", number(properties, "fieldcount", FIELDS)
                .multiply(number(properties, "fieldlength", FIELD)).toPlainString(), "--key-format", "text", "--preload", "all"));
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
