package dev.tidemark.core.param;

import module java.base;

/** The types a param can have. */
public final class Types {

    /** A whole number; {@code k}, {@code M}, {@code G} are powers of 1000. */
    public static final ParamType<Long> COUNT = new Scaled("count", "", "10000 or 10k",
            scales("", 1, "k", 1e3, "M", 1e6, "G", 1e9), scales("", 1, "k", 1e3, "M", 1e6, "G", 1e9));

    /** Bytes; {@code kB MB GB TB} are powers of 1000, {@code KiB MiB GiB TiB} of 1024. */
    public static final ParamType<Long> SIZE = new Scaled("size", "B", "10kB or 8KiB",
            scales("", 1, "B", 1, "kB", 1e3, "MB", 1e6, "GB", 1e9, "TB", 1e12,
                    "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40),
            scales("B", 1, "kB", 1e3, "MB", 1e6, "GB", 1e9, "TB", 1e12,
                    "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40));

    /** Bytes per second. */
    public static final ParamType<Long> BYTE_RATE = new Scaled("byte rate", "B/s", "64MB/s",
            scales("B/s", 1, "kB/s", 1e3, "MB/s", 1e6, "GB/s", 1e9, "KiB/s", 0x1p10, "MiB/s", 0x1p20, "GiB/s", 0x1p30),
            scales("B/s", 1, "kB/s", 1e3, "MB/s", 1e6, "GB/s", 1e9, "KiB/s", 0x1p10, "MiB/s", 0x1p20, "GiB/s", 0x1p30));

    public static final ParamType<Duration> DURATION = new DurationType("duration", "s", "500us, 20ms, 30s, 10m or 6h");
    public static final ParamType<Double> RATE = new RateType("rate", "/s", "500/s, 10k/s or 30/min");
    public static final ParamType<Boolean> BOOLEAN = new BooleanType("boolean", "true or false");
    public static final ParamType<Double> NUMBER = new NumberType("number", "", "0.99");
    public static final ParamType<Double> SHARE = new ShareType("share", "%", "5%, none or all");
    public static final ParamType<String> TEXT = new TextType("text", ValueList.COMMAS, _ -> Optional.empty());
    /** Of several lines, as statements are. */
    public static final ParamType<String> LINES =
            new TextType("lines of text", ValueList.ONE, _ -> Optional.empty());
    public static final ParamType<Path> PATH = new PathType("path", "a file or folder");

    /** A password or token: not itself, but where it is. */
    public static final ParamType<SecretRef> SECRET =
            new SecretType("secret", "env:VARIABLE, file:PATH or prompt:WHAT");

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([^0-9.\\s]\\S*)?");

    private Types() {}

    /** One of the constants of an enum, written in lower case with hyphens. */
    public static <E extends Enum<E>> ParamType<E> oneOf(Class<E> type) {
        return new EnumType<>(type);
    }

    /**
     * A text that not every text can be.
     *
     * @param complaint what is wrong with one, without the param's name; it does not repeat what may be a secret
     */
    public static ParamType<String> text(Function<String, Optional<String>> complaint) {
        return new TextType("text", ValueList.COMMAS, complaint);
    }

    /** The word that stands for an enum constant: {@code WORKER_LOCAL} is {@code worker-local}. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Map<String, BigDecimal> scales(Object... pairs) {
        Map<String, BigDecimal> scales = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            scales.put((String) pairs[i], new BigDecimal(String.valueOf(pairs[i + 1])));
        }
        return scales;
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** A number with its unit; {@code unit} is empty when none was written. */
    private record Quantity(BigDecimal number, String unit) {
        static Quantity parse(String text, ParamType<?> type) {
            Matcher m = NUMBER_AND_UNIT.matcher(text.strip());
            if (!m.matches()) {
                throw expected(type, text);
            }
            return new Quantity(new BigDecimal(m.group(1)), m.group(2) == null ? "" : m.group(2));
        }
    }

    private static InvalidInputException expected(ParamType<?> type, String text) {
        return new InvalidInputException("'" + text + "' is not a " + type.kind() + "; write it as " + type.example());
    }

    /** Whole base units written with a scale, such as 10kB. */
    private record Scaled(String kind, String unit, String example, Map<String, BigDecimal> read,
            Map<String, BigDecimal> write) implements ParamType<Long> {

        @Override
        public boolean closed() {
            return true;
        }

        @Override
        public Long parse(String text) {
            Quantity q = Quantity.parse(text, this);
            BigDecimal scale = read.get(q.unit());
            if (scale == null) {
                scale = read.entrySet().stream().filter(e -> e.getKey().equalsIgnoreCase(q.unit()))
                        .map(Map.Entry::getValue).findFirst().orElseThrow(() -> expected(this, text));
            }
            try {
                return q.number().multiply(scale).longValueExact();
            } catch (ArithmeticException e) {
                throw expected(this, text);
            }
        }

        @Override
        public String format(Long value) {
            String best = value + write.keySet().iterator().next();
            for (Map.Entry<String, BigDecimal> scale : write.entrySet()) {
                BigDecimal scaled = new BigDecimal(value).divide(scale.getValue(), 3, RoundingMode.DOWN);
                boolean exact = scaled.multiply(scale.getValue()).compareTo(new BigDecimal(value)) == 0;
                String text = plain(scaled) + scale.getKey();
                if (exact && scaled.compareTo(BigDecimal.ONE) >= 0 && text.length() < best.length()) {
                    best = text;
                }
            }
            return best;
        }

        @Override
        public OptionalDouble number(Long value) {
            return OptionalDouble.of(value);
        }
    }

    /** A length of time, from nanoseconds to days. */
    private record DurationType(String kind, String unit, String example) implements ParamType<Duration> {
        /** From small to large; of two names of one unit, the second is written. */
        private static final Map<String, BigDecimal> SCALES = scales("ns", 1, "µs", 1e3, "us", 1e3, "ms", 1e6,
                "s", 1e9, "min", 60e9, "m", 60e9, "h", 3600e9, "d", 86400e9);

        @Override
        public boolean closed() {
            return true;
        }

        @Override
        public Duration parse(String text) {
            Quantity q = Quantity.parse(text, this);
            BigDecimal scale = q.number().signum() == 0 && q.unit().isEmpty() ? BigDecimal.ONE : SCALES.get(q.unit());
            if (scale == null) {
                throw expected(this, text);
            }
            try {
                return Duration.ofNanos(q.number().multiply(scale).longValueExact());
            } catch (ArithmeticException e) {
                throw expected(this, text);
            }
        }

        @Override
        public String format(Duration value) {
            if (value.isZero()) {
                return "0s";
            }
            String text = value.toNanos() + "ns";
            for (Map.Entry<String, BigDecimal> scale : SCALES.entrySet()) {
                BigDecimal nanos = new BigDecimal(value.toNanos());
                if (nanos.remainder(scale.getValue()).signum() == 0) {
                    text = plain(nanos.divide(scale.getValue(), RoundingMode.UNNECESSARY)) + scale.getKey();
                }
            }
            return text;
        }

        @Override
        public OptionalDouble number(Duration value) {
            return OptionalDouble.of(value.toNanos() / 1e9);
        }
    }

    /** Something per second; may be written per minute or hour. */
    private record RateType(String kind, String unit, String example) implements ParamType<Double> {
        private static final Pattern RATE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([kM]?)(?:/(s|min|h))?");
        private static final Map<String, Double> PER = Map.of("s", 1.0, "min", 60.0, "h", 3600.0);

        @Override
        public boolean closed() {
            return true;
        }

        @Override
        public Double parse(String text) {
            Matcher m = RATE.matcher(text.strip());
            if (!m.matches()) {
                throw expected(this, text);
            }
            int power = switch (m.group(2)) {
                case "k" -> 3;
                case "M" -> 6;
                default -> 0;
            };
            // Shifting the decimal point is exact; multiplying a double would turn 16.1k into 16100.000000000002.
            double number = new BigDecimal(m.group(1)).movePointRight(power).doubleValue();
            if (Double.isInfinite(number)) {
                throw expected(this, text);
            }
            return number / PER.get(m.group(3) == null ? "s" : m.group(3));
        }

        @Override
        public String format(Double value) {
            BigDecimal perSecond = new BigDecimal(Double.toString(value));
            return (wholeTenths(perSecond, 6) ? plain(perSecond.movePointLeft(6)) + "M"
                    : wholeTenths(perSecond, 3) ? plain(perSecond.movePointLeft(3)) + "k" : plain(perSecond)) + "/s";
        }

        /** Whether the number is at least 10 to this power and, in units of it, has at most one decimal. */
        private static boolean wholeTenths(BigDecimal number, int power) {
            BigDecimal tenths = number.movePointLeft(power - 1);
            return tenths.compareTo(BigDecimal.TEN) >= 0 && tenths.remainder(BigDecimal.ONE).signum() == 0;
        }

        @Override
        public OptionalDouble number(Double value) {
            return OptionalDouble.of(value);
        }
    }

    private record BooleanType(String kind, String example) implements ParamType<Boolean> {
        @Override
        public Boolean parse(String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "true", "yes", "on" -> true;
                case "false", "no", "off" -> false;
                default -> throw expected(this, text);
            };
        }

        @Override
        public List<String> words() {
            return List.of("true", "false");
        }
    }

    private record NumberType(String kind, String unit, String example) implements ParamType<Double> {
        @Override
        public boolean closed() {
            return true;
        }

        @Override
        public Double parse(String text) {
            Quantity q = Quantity.parse(text, this);
            double number = q.number().doubleValue();
            if (!q.unit().isEmpty() || Double.isInfinite(number)) {
                throw expected(this, text);
            }
            return number;
        }

        @Override
        public String format(Double value) {
            return plain(new BigDecimal(Double.toString(value)));
        }

        @Override
        public OptionalDouble number(Double value) {
            return OptionalDouble.of(value);
        }
    }

    /** A share from 0 to 1, written in percent. */
    private record ShareType(String kind, String unit, String example) implements ParamType<Double> {
        @Override
        public boolean closed() {
            return true;
        }

        @Override
        public Double parse(String text) {
            String word = text.strip().toLowerCase(Locale.ROOT);
            if (word.equals("all")) {
                return 1.0;
            }
            if (word.equals("none")) {
                return 0.0;
            }
            Quantity q = Quantity.parse(text, this);
            double share = q.number().movePointLeft(2).doubleValue();
            if (!(q.unit().equals("%") || q.number().signum() == 0 && q.unit().isEmpty()) || share > 1) {
                throw expected(this, text);
            }
            return share;
        }

        @Override
        public String format(Double value) {
            return value == 0 ? "none" : value == 1 ? "all"
                    : plain(new BigDecimal(Double.toString(value)).movePointRight(2)) + "%";
        }

        @Override
        public OptionalDouble number(Double value) {
            return OptionalDouble.of(new BigDecimal(Double.toString(value)).movePointRight(2).doubleValue());
        }
    }

    private record TextType(String kind, ValueList several, Function<String, Optional<String>> complaint)
            implements ParamType<String> {

        @Override
        public String example() {
            return "any text";
        }

        @Override
        public String parse(String text) {
            if (text.isBlank()) {
                throw new InvalidInputException("the value is empty; write " + example());
            }
            complaint.apply(text.strip()).ifPresent(wrong -> {
                throw new InvalidInputException(wrong);
            });
            return text.replace("\r\n", "\n").strip(); // as a page's field of several lines sends it
        }

        @Override
        public String format(String value) {
            return value;
        }
    }

    private record PathType(String kind, String example) implements ParamType<Path> {
        @Override
        public Path parse(String text) {
            if (text.isBlank()) {
                throw new InvalidInputException("the value is empty; write " + example());
            }
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw expected(this, text);
            }
        }
    }

    private record SecretType(String kind, String example) implements ParamType<SecretRef> {
        @Override
        public SecretRef parse(String text) {
            return SecretRef.parse(text);
        }
    }

    private record EnumType<E extends Enum<E>>(Class<E> type) implements ParamType<E> {
        @Override
        public String kind() {
            return "one of";
        }

        @Override
        public String example() {
            return String.join(", ", words());
        }

        @Override
        public E parse(String text) {
            String typed = text.strip().toLowerCase(Locale.ROOT);
            return Arrays.stream(type.getEnumConstants()).filter(c -> word(c).equals(typed)).findFirst()
                    .or(() -> Arrays.stream(type.getEnumConstants())
                            .filter(c -> word(c).equals(Synonyms.written(typed))).findFirst())
                    .orElseThrow(() -> new InvalidInputException("'" + text + "' is not one of " + example()
                            + Suggestions.hint(typed, words())));
        }

        @Override
        public String format(E value) {
            return word(value);
        }

        @Override
        public List<String> words() {
            return Arrays.stream(type.getEnumConstants()).map(Types::word).toList();
        }
    }
}
