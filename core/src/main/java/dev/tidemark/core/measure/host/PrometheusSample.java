package dev.tidemark.core.measure.host;

import module java.base;

/**
 * A sample of the Prometheus text format: {@code name{label="value",…} number [time]}. Comments and what is not a
 * sample are passed over.
 */
record PrometheusSample(String name, Map<String, String> labels, double number) {

    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})?\\s+([^\\s]+)(?:\\s+-?[0-9]+)?\\s*");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    /** Empty for a comment, for what is no sample, and for a number that is not finite. */
    static Optional<PrometheusSample> parse(String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (line.startsWith("#") || !sample.matches()) {
            return Optional.empty();
        }
        try {
            double number = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
            return Double.isFinite(number)
                    ? Optional.of(new PrometheusSample(sample.group(1), labels(sample.group(2)), number))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        if (text != null) {
            Matcher label = LABEL.matcher(text);
            while (label.find()) {
                labels.put(label.group(1), unescaped(label.group(2)));
            }
        }
        return labels;
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(escape -> Matcher.quoteReplacement(
                escape.group(1).equals("n") ? "\n" : escape.group(1)));
    }

    /** The label's value; empty where the sample has no such label. */
    String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
