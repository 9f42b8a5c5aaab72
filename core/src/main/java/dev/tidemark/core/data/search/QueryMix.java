package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;

/** Kinds of generated queries and how often each comes beside the others. @param weights whole numbers above 0 */
public record QueryMix(Map<Shape, Integer> weights) {

    /** What is asked. */
    public enum Shape {
        /** A word of any frequency: ranks are drawn so that each class of frequency is as likely. */
        TERM,
        /** One of the hundred most frequent words. */
        FREQUENT,
        /** A word of a document, its rarest. */
        RARE,
        /** Two or three words in a row of a document, frequent ones among them. */
        PHRASE,
        /** Two words of a document that must occur, one that should, and one that must not. */
        BOOLEAN,
        /** A word of a document, among the documents that a filter lets through. */
        FILTERED,
        /** The neighbours of a vector. */
        VECTOR,
        /** The neighbours of a vector among the documents that a filter lets through. */
        FILTERED_VECTOR,
        /** A word of a document and a vector. */
        HYBRID
    }

    public static final QueryMix USUAL = new QueryMix(Map.of(Shape.TERM, 4, Shape.PHRASE, 1, Shape.BOOLEAN, 3,
            Shape.FILTERED, 2));

    private static final List<Shape> WITH_VECTORS = List.of(Shape.VECTOR, Shape.FILTERED_VECTOR, Shape.HYBRID);
    private static final int HEAVIEST = 1_000_000;

    public QueryMix {
        weights = Map.copyOf(weights);
    }

    /** Whether any of them asks for neighbours of a vector. */
    public boolean hasVectors() {
        return weights.keySet().stream().anyMatch(WITH_VECTORS::contains);
    }

    /** Whether any of them asks for these alone, of which it can be told how many were found. */
    public boolean hasNeighbours() {
        return weights.containsKey(Shape.VECTOR) || weights.containsKey(Shape.FILTERED_VECTOR);
    }

    /** Whether any of them asks among the documents that a filter lets through. */
    public boolean hasFilters() {
        return weights.containsKey(Shape.FILTERED) || weights.containsKey(Shape.FILTERED_VECTOR);
    }

    /** The kind at a share of all queries, from 0 to below 1. */
    Shape shape(double share) {
        double left = share * weights.values().stream().mapToInt(Integer::intValue).sum();
        Shape last = null;
        for (Shape shape : Shape.values()) {
            int weight = weights.getOrDefault(shape, 0);
            if (weight > 0) {
                last = shape;
                left -= weight;
                if (left < 0) {
                    return shape;
                }
            }
        }
        return last;
    }

    /** Written as {@code term:4;phrase:1}; a kind without a number has the weight 1. */
    public static final class Type implements ParamType<QueryMix> {

        @Override
        public String kind() {
            return "kinds of queries";
        }

        @Override
        public String example() {
            return "term:4;phrase:1";
        }

        @Override
        public QueryMix parse(String text) {
            Map<Shape, Integer> weights = new EnumMap<>(Shape.class);
            for (String part : text.split(";", -1)) {
                String[] sides = part.strip().split(":", 2);
                Shape shape = shape(sides[0].strip());
                if (weights.put(shape, weight(part, sides)) != null) {
                    throw new InvalidInputException("'" + sides[0] + "' is given twice");
                }
            }
            return new QueryMix(weights);
        }

        private static Shape shape(String name) {
            List<String> names = Arrays.stream(Shape.values()).map(Types::word).toList();
            int at = names.indexOf(name);
            if (at < 0) {
                throw new InvalidInputException("there is no kind of query '" + name + "'" + Suggestions.hint(name,
                        new ArrayList<>(names)));
            }
            return Shape.values()[at];
        }

        private static int weight(String part, String[] sides) {
            try {
                int weight = sides.length == 1 ? 1 : Integer.parseInt(sides[1].strip());
                if (weight >= 1 && weight <= HEAVIEST) {
                    return weight;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new InvalidInputException("'" + part.strip() + "' has no weight from 1 to " + HEAVIEST);
        }

        @Override
        public String format(QueryMix mix) {
            return Arrays.stream(Shape.values()).filter(mix.weights()::containsKey)
                    .map(shape -> Types.word(shape) + ":" + mix.weights().get(shape)).collect(Collectors.joining(";"));
        }
    }
}
