package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.ForeignFile;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;

/**
 * A script and how often it comes beside others.
 *
 * @param where  a built-in one, a file, or {@link #TEXT}
 * @param digest of its text, as it is written behind {@code #}, so that a file that was changed is another value; empty
 *               where it is not known yet, and of built-in ones
 * @param weight a whole number; 0 for one that is read and never carried out
 */
record ScriptSource(String where, String digest, int weight) {

    /** Stands for the text in {@link ScriptParams#SCRIPT_TEXT}. */
    static final String TEXT = "text";

    static final int LARGEST = 100_000;
    private static final long LONGEST_FILE = 1 << 20;
    private static final Pattern DIGEST = Pattern.compile("(.+)#([0-9a-f]{8})");

    ScriptSource(String where, int weight) {
        this(where, "", weight);
    }

    /** What the operation is called: the file without its folder and what follows the dot. */
    String name() {
        if (builtin()) {
            return where;
        }
        String file = Path.of(where).getFileName().toString();
        int dot = file.indexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    boolean isText() {
        return where.equals(TEXT);
    }

    boolean builtin() {
        return Builtin.named(where).isPresent();
    }

    /** The file, and those whose rows and lines it says are read; none for one that is built in. */
    List<String> files() {
        if (!isFile()) {
            return List.of();
        }
        List<String> files = new ArrayList<>(List.of(where));
        try {
            files.addAll(ScriptFile.files(text()));
        } catch (InvalidInputException e) {
            // one that cannot be read names none
        }
        return files;
    }

    /** What it works on, if that is not the user's. */
    Optional<Tables> tables() {
        return Builtin.named(where).map(Builtin::tables);
    }

    /** Whether it is a file of the user's. */
    boolean isFile() {
        return !builtin() && !isText();
    }

    /** The same with the digest of the text that it has now. @param given what stands for {@link #TEXT} */
    ScriptSource identified(Optional<String> given) {
        return builtin() || !digest.isEmpty() ? this : new ScriptSource(where, digest(text(given)), weight);
    }

    /** The same, whatever its text is by now. */
    ScriptSource unidentified() {
        return new ScriptSource(where, weight);
    }

    static String digest(String text) {
        return Sha256.brief(text);
    }

    /**
     * @param given what stands for {@link #TEXT}
     * @throws InvalidInputException when the file cannot be read, or holds another text than the one that is meant
     */
    String text(Optional<String> given) {
        String text = isText() ? given.orElseThrow(() -> new InvalidInputException(
                "script: text needs script-text, which holds it")) : text();
        if (!digest.isEmpty() && !digest.equals(digest(text))) {
            throw new InvalidInputException("script: " + where + " has changed: it holds #" + digest(text) + ", and #"
                    + digest + " is meant; write " + where + " for what it holds now");
        }
        return text;
    }

    private String text() {
        if (builtin()) {
            return Builtin.named(where).orElseThrow().text();
        }
        try {
            Path file = Path.of(where);
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException("script: there is no file " + where + Suggestions.hint(where,
                        Builtin.words()));
            }
            String text = TextFile.read(file, LONGEST_FILE);
            ForeignFile.of(text).ifPresent(other -> { // some of them would be carried out, with comments and all
                throw new InvalidInputException("script: " + where + " is " + other.words() + ", and no script");
            });
            return text;
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException("script: " + where + " " + e.getMessage());
        } catch (IOException | InvalidPathException e) {
            throw new InvalidInputException("script: " + where + " cannot be read: " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return where + (digest.isEmpty() ? "" : "#" + digest) + (weight == 1 ? "" : "@" + weight);
    }

    /**
     * Several, written as {@code read.sql@9;write.sql}.
     *
     * @param driver of the target that the scripts are for; null where none is known
     */
    record Type(Driver driver) implements ParamType<List<ScriptSource>> {

        /** What they are written in. @param point with the settings of the target, where one is known */
        StatementLanguage language(Values point) {
            return driver == null ? StatementLanguage.STANDARD : driver.statements(point);
        }

        @Override
        public String kind() {
            return "scripts";
        }

        @Override
        public String example() {
            return "read.sql@9;write.sql";
        }

        @Override
        public List<ScriptSource> parse(String text) {
            List<ScriptSource> all = new ArrayList<>();
            for (String part : text.split(";")) {
                all.add(one(part.strip()));
            }
            if (all.stream().map(ScriptSource::name).distinct().count() < all.size()) {
                throw new InvalidInputException("two scripts of one name; their operations could not be told apart");
            }
            return List.copyOf(all);
        }

        private static ScriptSource one(String part) {
            int at = part.lastIndexOf('@');
            String where = at < 0 ? part : part.substring(0, at);
            String weight = at < 0 ? "1" : part.substring(at + 1);
            if (where.isBlank() || !weight.matches("[0-9]{1,6}") || Integer.parseInt(weight) > LARGEST) {
                throw new InvalidInputException("'" + part + "' is no FILE or FILE@WEIGHT, with a weight of 0 to "
                        + LARGEST);
            }
            Matcher digest = DIGEST.matcher(where);
            return digest.matches() ? new ScriptSource(digest.group(1), digest.group(2), Integer.parseInt(weight))
                    : new ScriptSource(where, Integer.parseInt(weight));
        }

        @Override
        public String format(List<ScriptSource> scripts) {
            return String.join(";", scripts.stream().map(ScriptSource::toString).toList());
        }
    }
}
