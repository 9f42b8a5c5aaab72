package dev.tidemark.core.workload;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Types;
import java.util.OptionalDouble;

/** How many keys are stored before a measurement. */
public sealed interface PreloadAmount {

    ParamType<PreloadAmount> TYPE = new Type();

    /** Nothing. */
    PreloadAmount NONE = new Share(0);
    /** Everything. */
    PreloadAmount ALL = new Share(1);

    /** @param keys how many keys there are */
    long of(long keys);

    /** What each of so many equal parts of the keys gets of it; of a count, what is left over is left out. */
    PreloadAmount part(int of);

    /** @param share of the keys, 0 to 1 */
    record Share(double share) implements PreloadAmount {
        @Override
        public PreloadAmount part(int of) {
            return this;
        }

        @Override
        public long of(long keys) {
            return Math.round(keys * share);
        }
    }

    /** @param count keys, whatever number there are; more than there are is refused where both are known */
    record Count(long count) implements PreloadAmount {
        @Override
        public PreloadAmount part(int of) {
            return new Count(count / of);
        }

        @Override
        public long of(long keys) {
            return count;
        }
    }

    /** Written as a share, {@code 50%}, {@code all} or {@code none}, or as a count, {@code 500k}. */
    final class Type implements ParamType<PreloadAmount> {

        private Type() {}

        @Override
        public String kind() {
            return "share or count";
        }

        @Override
        public String unit() {
            return "%";
        }

        @Override
        public String example() {
            return "50%, 500k, all or none";
        }

        @Override
        public PreloadAmount parse(String text) {
            String digits = text.strip();
            try {
                boolean count = !digits.endsWith("%") && digits.matches("[0-9].*");
                return count ? counted(Types.COUNT.parse(digits)) : new Share(Types.SHARE.parse(digits));
            } catch (InvalidInputException e) {
                throw new InvalidInputException("'" + text + "' is not a " + kind() + "; write it as " + example());
            }
        }

        private static PreloadAmount counted(long keys) {
            return keys == 0 ? NONE : new Count(keys);
        }

        @Override
        public String format(PreloadAmount value) {
            return switch (value) {
                case Share s -> Types.SHARE.format(s.share());
                case Count c -> Types.COUNT.format(c.count());
            };
        }

        /** Of shares alone: a count is none before the number of keys is known. */
        @Override
        public OptionalDouble number(PreloadAmount value) {
            return switch (value) {
                case Share s -> Types.SHARE.number(s.share());
                case Count c -> OptionalDouble.empty();
            };
        }
    }
}
