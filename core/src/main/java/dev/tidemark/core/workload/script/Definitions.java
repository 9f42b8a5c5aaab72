package dev.tidemark.core.workload.script;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Variables that are given a value from outside. @param values name to text */
record Definitions(Map<String, String> values) {

    /** Written as {@code from=1;to=1000}. */
    static final class Type implements ParamType<Definitions> {

        @Override
        public String kind() {
            return "definitions";
        }

        @Override
        public String unit() {
            return "";
        }

        @Override
        public String example() {
            return "from=1;to=1000";
        }

        @Override
        public Definitions parse(String text) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String part : text.split(";")) {
                String[] sides = part.split("=", 2);
                if (sides.length < 2 || !sides[0].strip().matches("[A-Za-z_][A-Za-z0-9_]*")) {
                    throw new InvalidInputException("'" + part.strip() + "' is not NAME=VALUE");
                }
                values.put(sides[0].strip(), sides[1].strip());
            }
            return new Definitions(Map.copyOf(values));
        }

        @Override
        public String format(Definitions definitions) {
            return definitions.values().entrySet().stream().sorted(Map.Entry.comparingByKey())
                    .map(d -> d.getKey() + "=" + d.getValue()).collect(Collectors.joining(";"));
        }

        @Override
        public OptionalDouble number(Definitions definitions) {
            return OptionalDouble.empty();
        }
    }
}
