package dev.tidemark.core.load.schedule;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;

/**
 * Rates one after the other, each for a while, as they are written: {@code 100/s for 1m; 200/s for 1m}.
 *
 * @param steps at least one, and one of them with a rate above 0
 */
public record RateSteps(List<Schedules.Step> steps) {

    /** The most steps; more are a trace. */
    public static final int MOST = 1000;

    /** The longest that all of them may take, and a trace. */
    static final Duration LONGEST = Duration.ofDays(366);

    public static final ParamType<RateSteps> TYPE = new Type();

    private static final String EXAMPLE = "100/s for 1m; 200/s for 1m";
    private static final String FOR = "for";
    private static final Pattern STEP = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S+)");

    public RateSteps {
        steps = List.copyOf(steps);
    }

    /** @throws InvalidInputException saying which step is wrong, and how */
    static RateSteps parse(String text) {
        String[] parts = text.strip().split(";", MOST + 2);
        int count = parts.length > 1 && parts[parts.length - 1].isBlank() ? parts.length - 1 : parts.length;
        if (count > MOST) {
            throw new InvalidInputException("there are " + MOST + " steps at most; a trace can have more");
        }
        List<Schedules.Step> steps = new ArrayList<>();
        Duration all = Duration.ZERO;
        for (int i = 0; i < count; i++) {
            Schedules.Step step = step(parts[i].strip(), i + 1);
            steps.add(step);
            all = all.plus(step.duration());
        }
        if (steps.stream().allMatch(s -> s.rate() == 0)) {
            throw new InvalidInputException("'" + text + "' offers nothing; a step needs a rate above 0/s");
        }
        if (all.compareTo(LONGEST) > 0) {
            throw new InvalidInputException("the steps take longer than " + Types.DURATION.format(LONGEST));
        }
        return new RateSteps(steps);
    }

    private static Schedules.Step step(String text, int number) {
        String lead = "step " + number + ": ";
        Matcher m = STEP.matcher(text);
        if (!m.matches()) {
            throw new InvalidInputException(lead + "'" + text + "' is not a rate for a while; write the steps as "
                    + EXAMPLE);
        }
        if (!m.group(2).equals(FOR)) {
            throw new InvalidInputException(lead + "'" + m.group(2) + "' is no word of a step"
                    + Suggestions.hint(m.group(2), List.of(FOR)) + "; write the steps as " + EXAMPLE);
        }
        try {
            Schedules.Step step = new Schedules.Step(Types.RATE.parse(m.group(1)), Types.DURATION.parse(m.group(3)));
            if (step.rate() > Schedules.MAX_RATE) {
                throw new InvalidInputException("'" + m.group(1) + "' is too large; the largest is "
                        + Types.RATE.format(Schedules.MAX_RATE));
            }
            if (step.duration().isZero()) {
                throw new InvalidInputException("'" + m.group(3) + "' is no time; leave the step out");
            }
            return step;
        } catch (InvalidInputException e) {
            throw new InvalidInputException(lead + e.getMessage());
        }
    }

    /** As it is written. */
    @Override
    public String toString() {
        return steps.stream().map(s -> Types.RATE.format(s.rate()) + " " + FOR + " "
                + Types.DURATION.format(s.duration())).collect(Collectors.joining("; "));
    }

    /** How a setting holds them. */
    private static final class Type implements ParamType<RateSteps> {

        @Override
        public String kind() {
            return "rate in steps";
        }

        @Override
        public String example() {
            return EXAMPLE;
        }

        @Override
        public RateSteps parse(String text) {
            return RateSteps.parse(text);
        }
    }
}
