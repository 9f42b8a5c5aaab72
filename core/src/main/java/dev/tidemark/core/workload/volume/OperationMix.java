package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Suggestions;

/**
 * How often each operation comes, by whole weights.
 *
 * @param weights all above 0, at least one
 */
record OperationMix(Map<VolumeOperation, Integer> weights) {

    /** So that dealing stays cheap. */
    static final int LARGEST_SUM = 100_000;

    static final ParamType<OperationMix> TYPE = new Type();

    OperationMix {
        weights = Collections.unmodifiableMap(new EnumMap<>(weights));
    }

    boolean has(VolumeOperation operation) {
        return weights.containsKey(operation);
    }

    /** Whether nothing of it looks for what is there. */
    boolean storesOnly() {
        return weights.keySet().stream().allMatch(o -> o.stores() && !o.updates());
    }

    /** The share of the operations that store a value, 0 to 1. */
    double writing() {
        double all = weights.values().stream().mapToInt(Integer::intValue).sum();
        return weights.entrySet().stream().filter(e -> e.getKey().stores()).mapToInt(Map.Entry::getValue).sum() / all;
    }

    Set<VolumeOperation> operations() {
        return weights.keySet();
    }

    /** Of all operations, in their order; 0 for those that do not come. */
    int[] ofAll() {
        int[] all = new int[VolumeOperation.values().length];
        weights.forEach((operation, weight) -> all[operation.ordinal()] = weight);
        return all;
    }

    /** Written as {@code get=5,update=1}. */
    private static final class Type implements ParamType<OperationMix> {

        @Override
        public String kind() {
            return "mix";
        }

        @Override
        public String example() {
            return "get=5,update=1";
        }

        @Override
        public boolean isMap() {
            return true;
        }

        @Override
        public List<String> names() {
            return VolumeOperation.words();
        }

        @Override
        public OperationMix parse(String text) {
            Map<VolumeOperation, Integer> weights = new EnumMap<>(VolumeOperation.class);
            long sum = 0;
            for (String part : text.split(",", -1)) {
                String[] sides = part.split("=", -1);
                if (sides.length != 2) {
                    throw new InvalidInputException("'" + part.strip() + "' is not OPERATION=WEIGHT; write a mix as "
                            + example());
                }
                VolumeOperation operation = operation(sides[0].strip());
                int weight = weight(operation, sides[1].strip());
                sum += weight;
                if (weights.put(operation, weight) != null) {
                    throw new InvalidInputException("'" + operation.word() + "' stands twice");
                }
            }
            weights.values().removeIf(weight -> weight == 0);
            if (weights.isEmpty() || sum > LARGEST_SUM) {
                throw new InvalidInputException("the weights add up to " + sum + "; it must be 1 to " + LARGEST_SUM);
            }
            return new OperationMix(weights);
        }

        private static VolumeOperation operation(String word) {
            List<String> words = VolumeOperation.words();
            int at = words.indexOf(word.toLowerCase(Locale.ROOT));
            if (at < 0) {
                throw new InvalidInputException("unknown operation '" + word + "'" + Suggestions.hint(word, words)
                        + "; there are " + String.join(", ", words));
            }
            return VolumeOperation.values()[at];
        }

        private static int weight(VolumeOperation operation, String text) {
            if (!text.matches("[0-9]{1,6}")) {
                throw new InvalidInputException("the weight of " + operation.word() + " is '" + text
                        + "'; write a whole number");
            }
            return Integer.parseInt(text);
        }

        @Override
        public String format(OperationMix mix) {
            List<String> parts = new ArrayList<>();
            mix.weights().forEach((operation, weight) -> parts.add(operation.word() + "=" + weight));
            return parts.stream().collect(Collectors.joining(","));
        }
    }
}
