package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;

/** What is given values by name from outside. @param values name to text */
public record Definitions(Map<String, String> values) {

    /** Written as {@code from=1;to=1000}. */
    public static final class Type implements ParamType<Definitions> {
        private final Pattern name;
        /** What is no part of a value but begins the next one, as whoever knows addresses writes it. */
        private final Pattern next;

        /** @param name what a name looks like */
        public Type(String name) {
            this(name, "(?!)");
        }

        /** @param next what a value must not hold, as it was meant to begin the next one */
        public Type(String name, String next) {
            this.name = Pattern.compile(name);
            this.next = Pattern.compile(next);
        }

        @Override
        public String kind() {
            return "definitions";
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
                if (sides.length < 2 || !name.matcher(sides[0].strip()).matches()) {
                    throw new InvalidInputException("'" + part.strip() + "' is not NAME=VALUE");
                }
                if (next.matcher(sides[1]).find()) {
                    throw new InvalidInputException("'" + part.strip() + "': write ; between one and the next");
                }
                values.put(sides[0].strip(), sides[1].strip());
            }
            return new Definitions(Collections.unmodifiableMap(values));
        }

        @Override
        public String format(Definitions definitions) {
            return definitions.values().entrySet().stream().sorted(Map.Entry.comparingByKey())
                    .map(d -> d.getKey() + "=" + d.getValue()).collect(Collectors.joining(";"));
        }
    }
}
