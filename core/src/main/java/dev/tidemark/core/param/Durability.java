package dev.tidemark.core.param;

import module java.base;

/**
 * What an acknowledged write survives: classes from the strongest promise to none. Each is implied by the one before,
 * so that the class of several settings together is the {@link #weakest} of theirs.
 *
 * <p>What storage promises when it is told to keep something (fsync, FUA) is taken at its word; a disk that breaks it
 * moves no setting to another class.
 */
public enum Durability {

    DURABLE("survives a power failure", "an acknowledged write survives a power failure"),

    /** As group commits by the clock do, such as Redis's everysec. */
    LAST_INTERVAL("a crash may lose the last interval of writes",
            "a crash or a power failure loses no more than the writes of the last interval, often a second"),

    /** Written, but not forced: the system writes it to the disk when it likes. */
    OS_BUFFERED("a power failure may lose what the system had not yet written",
            "a crash of the process loses no more than the last interval, mostly nothing; a power failure or a crash "
                    + "of the machine may lose whatever the system had not yet written, or damage the data"),

    VOLATILE("a crash of the process loses writes that were acknowledged",
            "held in the process's memory: when it crashes, acknowledged writes are lost");

    /** The name of the fact that is recorded with an iteration whose load writes. */
    public static final String FACT = "durability";

    private final String inShort;
    private final String meaning;

    Durability(String inShort, String meaning) {
        this.inShort = inShort;
        this.meaning = meaning;
    }

    /** As it stands in tables: {@code os-buffered}. */
    public String word() {
        return Types.word(this);
    }

    /** Some words without a full stop, for the middle of a sentence. */
    public String inShort() {
        return inShort;
    }

    /** What is promised, without a full stop. */
    public String meaning() {
        return meaning;
    }

    /** Empty for a word that is none. */
    public static Optional<Durability> of(String word) {
        return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
    }

    /** Empty where none is stated. */
    public static Optional<Durability> weakest(Collection<Durability> stated) {
        return stated.stream().max(Comparator.naturalOrder());
    }

    /** The class that a point's settings state, each by its value; empty where none states one. */
    static Optional<Durability> of(Values values) {
        return weakest(values.params().all().stream().flatMap(param -> stated(param, values).stream()).toList());
    }

    /** The class that one of a point's settings states by its value; empty where it states none. */
    public static <T> Optional<Durability> stated(Param<T> param, Values values) {
        return values.find(param).map(param.durability()::get);
    }

    /** Which values of a setting fall to which class, as people read it: {@code true is durable, false os-buffered}. */
    static <T> String describe(Param<T> param) {
        List<String> each = Arrays.stream(values()).flatMap(d -> param.durability().entrySet().stream()
                .filter(e -> e.getValue() == d).map(e -> param.format(e.getKey()) + " is " + d.word())).toList();
        return "Durability: " + String.join(", ", each) + ".";
    }
}
