package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamType;

/**
 * The values that a ramp over a setting tries, made from its steps.
 *
 * @param values in ascending order
 * @param top    why there is none beyond the last, in words
 */
public record RampSteps(List<Rung> values, String top) {

    /** The most steps that a ramp may take. */
    public static final int MOST = Search.MOST_STEPS;

    private static final Pattern FACTOR = Pattern.compile("[x×*]\\s*([0-9]+(?:\\.[0-9]+)?)");
    private static final String EXAMPLE = "; write them as [1, x2] or [10, +10, +20, +40]";
    /** Decimals of a number in a setting's unit: nanoseconds of a duration. */
    private static final int DECIMALS = 9;

    public RampSteps {
        values = List.copyOf(values);
    }

    /**
     * One value.
     *
     * @param text as it is written
     * @param load as a number in the setting's unit
     */
    public record Rung(String text, double load) {}

    /** Whether a step is told by the one before it. */
    public static boolean isRelative(String step) {
        return step.startsWith("+") || FACTOR.matcher(step).matches();
    }

    /**
     * Steps from any start: twice the load each time. A knee is found as well at 5 as at 500, in a number of steps that
     * grows with the logarithm of the load, and each step's growth stands out of the noise.
     */
    public static <T> List<String> from(Param<T> param, String start) {
        double number = number(param, param.parse(start));
        if (number <= 0) {
            throw new InvalidInputException("steps: a ramp that begins at " + start + " must say how it goes on"
                    + EXAMPLE);
        }
        return List.of(text(param, number), "x2");
    }

    /** Steps whose first is a value: where it is none, a sum begins with itself, a factor with the smallest value. */
    public static <T> List<String> rooted(Param<T> param, List<String> steps) {
        if (steps.isEmpty()) {
            throw new InvalidInputException("steps: the list is empty" + EXAMPLE);
        }
        String first = steps.getFirst();
        if (!isRelative(first)) {
            return steps;
        }
        List<String> rooted = new ArrayList<>(steps);
        rooted.addFirst(first.startsWith("+") ? first.substring(1).strip()
                : text(param, Double.isNaN(param.min()) ? 1 : Math.max(1, param.min())));
        return rooted;
    }

    /**
     * Follows the steps as far as they go: to the largest value that the setting may have, and no further than
     * {@link #MOST} steps.
     *
     * @param steps the first is a value
     * @throws InvalidInputException when the setting has no numbers, a step cannot be read, or they do not ascend
     */
    public static <T> RampSteps climb(Param<T> param, List<String> steps) {
        List<Rung> values = new ArrayList<>();
        double last = Double.NaN;
        for (String step : steps) {
            Rung rung = rung(param, isRelative(step) ? text(param, next(param, step, last)) : step);
            if (rung.load() <= last) {
                throw new InvalidInputException("steps: " + step + " after " + values.getLast().text()
                        + " does not ascend; a ramp goes up");
            }
            values.add(rung);
            last = rung.load();
        }
        if (values.size() > MOST) {
            throw new InvalidInputException("steps: " + values.size() + " of them; a ramp takes at most " + MOST);
        }
        return isRelative(steps.getLast()) ? goOn(param, steps.getLast(), values)
                : new RampSteps(values, "all steps were tried");
    }

    private static <T> RampSteps goOn(Param<T> param, String step, List<Rung> values) {
        while (values.size() < MOST) {
            try {
                values.add(rung(param, text(param, next(param, step, values.getLast().load()))));
            } catch (InvalidInputException tooLarge) {
                return new RampSteps(values, "the next step of " + param.name() + " is more than may be set");
            }
        }
        return new RampSteps(values, "a ramp takes at most " + MOST + " steps");
    }

    /** @throws InvalidInputException when the setting cannot have that value */
    private static <T> Rung rung(Param<T> param, String text) {
        T value = param.parse(text);
        return new Rung(param.format(value), number(param, value));
    }

    /** The number after a step that is told by the one before it. */
    private static <T> double next(Param<T> param, String step, double last) {
        Matcher factor = FACTOR.matcher(step);
        if (!factor.matches()) {
            return last + added(param, step);
        }
        double times = Double.parseDouble(factor.group(1));
        if (times <= 1) {
            throw new InvalidInputException("steps: " + step + " does not ascend; a ramp goes up");
        }
        // A whole number grows by one at least, so that x1.1 leaves 1 behind.
        return isWhole(param.type()) ? Math.max(Math.rint(last * times), last + 1) : last * times;
    }

    private static <T> double added(Param<T> param, String step) {
        try {
            return number(param, param.type().parse(step.substring(1).strip()));
        } catch (InvalidInputException e) {
            throw new InvalidInputException("steps: " + step + ": " + e.getMessage());
        }
    }

    private static <T> double number(Param<T> param, T value) {
        OptionalDouble number = value == null ? OptionalDouble.empty() : param.type().number(value);
        return number.orElseThrow(() -> new InvalidInputException("steps: '" + param.format(value)
                + "' is not a number"));
    }

    /** A number in the setting's unit as a value is written. */
    private static <T> String text(Param<T> param, double number) {
        ParamType<T> type = param.type();
        boolean whole = isWhole(type);
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(whole ? 0 : DECIMALS, RoundingMode.HALF_UP);
        return type.format(type.parse((rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros())
                .toPlainString() + type.unit()));
    }

    private static boolean isWhole(ParamType<?> type) {
        return type.parse("1" + type.unit()) instanceof Long;
    }

    /** Whether a setting's values are numbers, so that it can be ramped. */
    public static boolean isNumeric(Param<?> param) {
        return hasNumbers(param.type());
    }

    private static <T> boolean hasNumbers(ParamType<T> type) {
        try {
            return type.number(type.parse("1" + type.unit())).isPresent();
        } catch (InvalidInputException e) {
            return false;
        }
    }
}
