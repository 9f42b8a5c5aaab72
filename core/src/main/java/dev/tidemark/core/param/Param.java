package dev.tidemark.core.param;

import module java.base;

/**
 * One declared setting: the single place that says its name, type, range, default, older names and cost of changing.
 * Immutable; the withers return changed copies, so a declaration reads as one sentence.
 *
 * @param name         lower case with hyphens, the same in flags, YAML, headings and docs
 * @param type         how values are written and ordered
 * @param defaultValue the declared default; null when the setting is absent by default
 * @param absent       the word for "not set", as in {@code rate: unpaced}; null when a value is required
 * @param min          smallest allowed number in the type's unit; NaN for none
 * @param max          largest allowed number in the type's unit; NaN for none
 * @param help         one sentence for people
 * @param change       what changing it between iterations costs
 * @param aliases      older names with their units and values
 * @param main         whether it is among the few that people see first, in help and forms; the others are under "more"
 * @param durability   which class of durability a value states; values that leave it to other settings are not there
 * @param reach        what a value reaches outside of Tidemark's own data
 * @param reached      the things that a value reaches, as they are told; none where this one reaches nothing
 * @param task         whether a value says what is to be done rather than how: it is given, and no value is better
 * @param part         what it says of the work
 * @param <T>          the Java type of a value
 */
public record Param<T>(String name, ParamType<T> type, T defaultValue, String absent, double min, double max,
        String help, ChangeCost change, List<Alias> aliases, boolean main, Map<T, Durability> durability,
        Reach reach, Function<T, List<String>> reached, boolean task, Aspect part) {

    /** Begins a complaint about a part of a value, which it names, as in {@code to: } and {@code local:0: }. */
    private static final Pattern OF_A_PART = Pattern.compile("[a-z][a-z0-9-]*(:[^ :]*)?: .*", Pattern.DOTALL);

    /** What a setting says of the work that is done. */
    public enum Aspect {
        /** What operations are, or what they are done on: another value is other work. */
        OPERATIONS,
        /** How much data there is before. */
        DATA,
        /** How many operations there are, or for how long: no more of them make the others faster. */
        AMOUNT,
        /** How fast they come, and how they are done, whatever they are. */
        PACE,
        /** What is done before and after, or looked at besides. */
        AROUND
    }

    /** A param of a type that its user brings along. */
    public static <T> Param<T> of(String name, ParamType<T> type) {
        Reach reach = type.closed() ? Reach.NOTHING : Reach.UNDECLARED;
        return new Param<>(name, type, null, null, Double.NaN, Double.NaN, "", ChangeCost.NOTHING, List.of(), false,
                Map.of(), reach, value -> List.of(type.format(value)), false, Aspect.OPERATIONS);
    }

    public static Param<Long> count(String name) {
        return of(name, Types.COUNT);
    }

    public static Param<Long> size(String name) {
        return of(name, Types.SIZE);
    }

    public static Param<Long> byteRate(String name) {
        return of(name, Types.BYTE_RATE);
    }

    public static Param<Duration> duration(String name) {
        return of(name, Types.DURATION);
    }

    public static Param<Double> rate(String name) {
        return of(name, Types.RATE);
    }

    public static Param<Double> number(String name) {
        return of(name, Types.NUMBER);
    }

    public static Param<Double> share(String name) {
        return of(name, Types.SHARE);
    }

    public static Param<Boolean> flag(String name) {
        return of(name, Types.BOOLEAN);
    }

    public static Param<String> text(String name) {
        return of(name, Types.TEXT);
    }

    /** A text of several lines. */
    public static Param<String> lines(String name) {
        return of(name, Types.LINES);
    }

    public static Param<Path> path(String name) {
        return of(name, Types.PATH);
    }

    /** A password or token, of which only is written down where it is. */
    public static Param<SecretRef> secret(String name) {
        return of(name, Types.SECRET).reaching(Reach.SECRET);
    }

    public static <E extends Enum<E>> Param<E> oneOf(String name, Class<E> type) {
        return of(name, Types.oneOf(type));
    }

    /** A param of a type that is declared elsewhere. */
    public static <T> Param<T> typed(String name, ParamType<T> type) {
        return of(name, type);
    }

    public Param<T> byDefault(T value) {
        return new Param<>(name, type, value, absent, min, max, help, change, aliases, main, durability, reach,
                reached, task, part);
    }

    /** Allows "not set" under a word of its own; without a declared default it is the default. */
    public Param<T> orElse(String word) {
        return new Param<>(name, type, defaultValue, word, min, max, help, change, aliases, main, durability, reach,
                reached, task, part);
    }

    public Param<T> atLeast(double number) {
        return new Param<>(name, type, defaultValue, absent, number, max, help, change, aliases, main, durability,
                reach, reached, task, part);
    }

    public Param<T> atMost(double number) {
        return new Param<>(name, type, defaultValue, absent, min, number, help, change, aliases, main, durability,
                reach, reached, task, part);
    }

    public Param<T> help(String sentence) {
        return new Param<>(name, type, defaultValue, absent, min, max, sentence, change, aliases, main, durability,
                reach, reached, task, part);
    }

    public Param<T> changing(ChangeCost cost) {
        return new Param<>(name, type, defaultValue, absent, min, max, help, cost, aliases, main, durability, reach,
                reached, task, part);
    }

    /** One of the few settings that people are shown first. */
    public Param<T> asMain() {
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, aliases, true, durability, reach,
                reached, task, part);
    }

    /** A value says what is to be done, as how many documents there are or at which rate: part of the question. */
    public Param<T> ofTask() {
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, aliases, main, durability, reach,
                reached, true, part);
    }

    /** The task says how much data there is before. */
    public Param<T> ofData() {
        return ofTask().part(Aspect.DATA);
    }

    /** The task says how many operations there are, or for how long. */
    public Param<T> amount() {
        return ofTask().part(Aspect.AMOUNT);
    }

    /** Whatever the value, the same operations are done on the same data. */
    public Param<T> pace() {
        return part(Aspect.PACE);
    }

    /** Nor is their speed another: a value says what is done before and after, or looked at besides. */
    public Param<T> around() {
        return part(Aspect.AROUND);
    }

    private Param<T> part(Aspect aspect) {
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, aliases, main, durability, reach,
                reached, task, aspect);
    }

    /** A value states, of the writes that it concerns, that they are no more durable than this. */
    public Param<T> states(T value, Durability stated) {
        Map<T, Durability> more = new LinkedHashMap<>(durability);
        more.put(value, stated);
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, aliases, main,
                Collections.unmodifiableMap(more), reach, reached, task, part);
    }

    /** What a value reaches outside of Tidemark's own data is the value itself. */
    public Param<T> reaching(Reach what) {
        return reaching(what, value -> List.of(type.format(value)));
    }

    /**
     * The same where only a part of a value reaches anything.
     *
     * @param things what a value reaches, as it is told; none where this one reaches nothing
     */
    public Param<T> reaching(Reach what, Function<T, List<String>> things) {
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, aliases, main, durability, what,
                things, task, part);
    }

    /** Everything that a value reaches. */
    public List<Reached> reachedBy(T value) {
        return reach == Reach.NOTHING || value == null ? List.of()
                : reached.apply(value).stream().map(what -> new Reached(reach, name, what)).toList();
    }

    /** The sentence for people, and which values fall to which class of durability where any does. */
    public String explained() {
        return durability.isEmpty() ? help : help + " " + Durability.describe(this);
    }

    /** The same setting of one of several worker groups; so are its older names. */
    public Param<T> ofGroup(String group) {
        return new Param<>(QualifiedNames.name(group, name), type, defaultValue, absent, min, max, help + " (group "
                + group + ")", change, aliases.stream()
                .map(a -> new Alias(QualifiedNames.name(group, a.name()), a.unit(), a.values(), a.word()))
                        .toList(), main, durability, reach, reached, task, part);
    }

    public Param<T> alias(String oldName) {
        return alias(oldName, "", Map.of());
    }

    public Param<T> alias(String oldName, String unit, Map<String, String> values) {
        return with(new Alias(oldName, unit, values, false));
    }

    /** The same setting where its users have another word for it. */
    public Param<T> called(String word) {
        return with(new Alias(word, "", Map.of(), true));
    }

    /** What its users call it: its name, unless they have another word. */
    public String word() {
        return aliases.stream().filter(Alias::word).map(Alias::name).findFirst().orElse(name);
    }

    private Param<T> with(Alias alias) {
        List<Alias> more = new ArrayList<>(aliases);
        more.add(alias);
        return new Param<>(name, type, defaultValue, absent, min, max, help, change, List.copyOf(more), main,
                durability, reach, reached, task, part);
    }

    /**
     * Reads one value.
     *
     * @return the value, or null where the text is the word for "not set"
     * @throws InvalidInputException naming this param, what is wrong and how to write it
     */
    public T parse(String text) {
        if (isAbsent(text)) {
            return null;
        }
        PlainText.checked(name, text);
        T value;
        try {
            value = type.parse(text);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(name + ": " + e.getMessage() + orAbsent(e.getMessage()));
        }
        checkRange(value, text);
        return value;
    }

    /** Whether a text stands for "not set". */
    public boolean isAbsent(String text) {
        return absent != null && (text.strip().equalsIgnoreCase(absent) || Synonyms.written(text).equals(absent));
    }

    private void checkRange(T value, String text) {
        type.number(value).ifPresent(number -> {
            if (number < min) {
                throw new InvalidInputException(name + ": " + text + " is too small; the smallest is " + written(min)
                        + orAbsent(""));
            }
            if (number > max) {
                throw new InvalidInputException(name + ": " + text + " is too large; the largest is " + written(max));
            }
        });
    }

    /** The word for "not set", behind how a whole value is written; nothing where that has the word already. */
    private String orAbsent(String text) {
        String or = ", or " + absent;
        return absent == null || OF_A_PART.matcher(text).matches() || text.endsWith(or)
                || List.of(type.example().split("\\W+")).contains(absent) ? "" : or;
    }

    /** A bound as a value would be written. */
    private String written(double bound) {
        return type.format(type.parse(new BigDecimal(Double.toString(bound)).toPlainString() + type.unit()));
    }

    /** Writes a value, or the word for "not set". */
    public String format(T value) {
        return value == null ? absent == null ? "" : absent : type.format(value);
    }

    /** Whether the experiment must give a value. */
    public boolean required() {
        return defaultValue == null && absent == null;
    }
}
