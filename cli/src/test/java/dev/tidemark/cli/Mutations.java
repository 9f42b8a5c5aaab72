package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.sql;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.time.Clock;

/**
 * Tries damaged inputs of one family, so many as {@code -Dmutations=N} says (a few without), from the seed
 * {@code -Dmutations.seed=S} on. Each must come to a planned end in {@link #LIMIT} or less: what breaks, says more than
 * a line, prints a stack trace or writes outside of its folder is named with its number, and the input is kept in
 * {@code target/mutations}.
 */
final class Mutations {

    private static final int COUNT = Integer.getInteger("mutations", 40);
    private static final long SEED = Long.getLong("mutations.seed", 21);
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
    private static final Path KEPT = Path.of("target", "mutations");
    private static final Pattern BROKE = Pattern.compile(
            "Exception|StackOverflow|OutOfMemory|AssertionError|\\tat [a-z.]+|--verbose tells more|Tidemark failed");

    private final String family;
    private final Path around;
    private final Path inside;
    private final List<String> words;
    private final List<String> wrong = new ArrayList<>();

    /**
     * @param around a folder in which nothing may change
     * @param inside but for this folder in it
     * @param words  that mean something in this kind of input
     */
    Mutations(String family, Path around, Path inside, List<String> words) {
        this.family = family;
        this.around = around;
        this.inside = inside;
        this.words = words;
    }

    /** What becomes of one damaged input. */
    record Tried(byte[] input, Optional<String> fault) {}

    /** Damages an input and has it read. */
    @FunctionalInterface
    interface Attempt {
        Tried run(Mutator mutator) throws Exception;

        /** Takes its time, which is none of the input's. */
        default void prepare() throws Exception {}
    }

    /** Tries them all. @return how many there were */
    int tryAll(Attempt attempt) throws IOException {
        List<String> before = outside();
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            for (int n = 0; n < COUNT; n++) {
                tryOne(n, attempt, said);
            }
        } finally {
            System.setErr(err);
        }
        assertThat(outside()).as("nothing is written outside").isEqualTo(before);
        assertThat(wrong).as("%s, seed %d, of %d", family, SEED, COUNT).isEmpty();
        return COUNT;
    }

    private void tryOne(int n, Attempt attempt, ByteArrayOutputStream said) throws IOException {
        said.reset();
        Tried tried;
        long began = 0;
        try {
            attempt.prepare();
            began = Clock.system().nanoTime();
            tried = attempt.run(new Mutator(SEED * 1_000_003 + n, words));
        } catch (Exception | StackOverflowError | AssertionError e) {
            StackTraceElement[] trace = e.getStackTrace();
            wrong.add(family + " " + n + ": " + e + (trace.length == 0 ? "" : " at " + trace[0]));
            return;
        }
        long took = Clock.system().nanoTime() - began;
        Optional<String> fault = tried.fault().or(() -> took > LIMIT
                ? Optional.of("took " + TimeUnit.NANOSECONDS.toMillis(took) + " ms") : Optional.empty())
                .or(() -> broke(said.toString(StandardCharsets.UTF_8)));
        if (fault.isPresent()) {
            Path kept = Files.createDirectories(KEPT).resolve(family + "-" + SEED + "-" + n);
            Files.write(kept, tried.input());
            wrong.add(kept + ": " + fault.get());
        }
    }

    /** What a text shows of something that broke. */
    static Optional<String> broke(String text) {
        return BROKE.matcher(text).find() ? Optional.of(shown(text)) : Optional.empty();
    }

    private static String shown(String text) {
        return text.length() > 400 ? text.substring(0, 400) + "…" : text;
    }

    /** What is wrong with the end of a command that may be refused in one line. */
    static Optional<String> fault(Ran ran) {
        if (ran.status() != ExitStatus.DONE && ran.status() != ExitStatus.BAD_INPUT) {
            return Optional.of("status " + ran.status() + ": " + shown(ran.err()));
        }
        boolean refused = ran.status() == ExitStatus.BAD_INPUT;
        if (refused && (!ran.out().isEmpty() || ran.err().lines().count() != 1)) {
            return Optional.of("more than one line: " + shown(ran.out() + ran.err()));
        }
        if (ran.err().codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
            return Optional.of("a control character in: " + shown(ran.err()));
        }
        return broke(ran.err());
    }

    /** What is wrong with the end of a command that must be carried out. */
    static Optional<String> faultUnlessDone(String what, Ran ran) {
        return ran.status() == ExitStatus.DONE ? broke(ran.err())
                : Optional.of(what + " ended with " + ran.status() + ": " + shown(ran.err()));
    }

    /** Whether a store is whole, as SQLite sees it. */
    static void assertSound(Path store) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                ResultSet found = connection.createStatement().executeQuery("PRAGMA integrity_check")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getString(1)).isEqualTo("ok");
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                ResultSet found = connection.createStatement().executeQuery("PRAGMA foreign_key_check")) {
            assertThat(found.next()).as("a row that belongs to nothing").isFalse();
        }
    }

    /** Everything around, with sizes; and what lies in the folder from which relative names lead on. */
    private List<String> outside() throws IOException {
        TreeSet<String> all = new TreeSet<>();
        try (Stream<Path> files = Files.walk(around)) {
            for (Path file : files.filter(f -> !f.startsWith(inside)).toList()) {
                all.add(file + " " + (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : ""));
            }
        }
        try (Stream<Path> files = Files.list(Path.of(""))) {
            files.forEach(f -> all.add(f.toString()));
        }
        return List.copyOf(all);
    }
}
