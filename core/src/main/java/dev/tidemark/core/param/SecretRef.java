package dev.tidemark.core.param;

import module java.base;
import dev.tidemark.core.os.OptionFile;
import dev.tidemark.core.os.TextFile;

/**
 * Where a secret is: an environment variable, a file that only its owner can read, or the head of whoever sits at the
 * terminal. This is what is written in experiments, stored, exported and shown; the secret itself is only looked up by
 * whoever needs it, when it needs it.
 *
 * @param kind  of place
 * @param place name of the variable, the file, or what is asked for
 */
public record SecretRef(Kind kind, String place) {

    private static final Pattern OPTION = Pattern.compile("(.*)#(.*)\\.([^.]*)");
    /** The largest file that is taken for a secret, in bytes. */
    private static final long LARGEST = 64 << 10;

    /** Kinds of places. */
    public enum Kind {
        ENV, FILE,
        /** An option of a section of such a file, {@code PATH#SECTION.OPTION}, as databases' own clients have it. */
        OPTION_FILE,
        /** Asked for on the terminal when the command begins. */
        PROMPT
    }

    /**
     * @param text {@code env:NAME}, {@code file:PATH}, {@code option-file:PATH#SECTION.OPTION} or {@code prompt:WHAT}
     * @throws InvalidInputException when it is none; what was written is not repeated, as it may be the secret
     *                 itself
     */
    public static SecretRef parse(String text) {
        String[] parts = text.strip().split(":", 2);
        Optional<Kind> kind = Stream.of(Kind.values()).filter(k -> Types.word(k).equals(parts[0])).findFirst();
        if (kind.isEmpty() || parts.length < 2 || parts[1].isBlank()) {
            throw new InvalidInputException("a secret is not written down; say where it is, as in "
                    + Types.SECRET.example());
        }
        return new SecretRef(kind.get(), parts[1].strip());
    }

    /**
     * The secret.
     *
     * @throws InvalidInputException when it is not there, or a file that others can read
     */
    public String reveal() {
        String found = switch (kind) {
            case ENV -> Optional.ofNullable(System.getenv(place)).orElseThrow(
                    () -> new InvalidInputException("the environment variable " + place + " is not set"));
            case FILE -> read(Path.of(place));
            case OPTION_FILE -> option();
            case PROMPT -> throw new InvalidInputException(this + ": there is no terminal to prompt on; give the "
                    + "secret as env:VARIABLE or file:PATH");
        };
        if (found.isEmpty()) {
            throw new InvalidInputException("the secret in " + this + " is empty");
        }
        return found;
    }

    /**
     * The file in which it lies, whole or with others, as it is written; empty where it is in none.
     *
     * @throws InvalidInputException when what should name an option of a file does not
     */
    public Optional<String> file() {
        return switch (kind) {
            case FILE -> Optional.of(place);
            case OPTION_FILE -> Optional.of(parts().group(1));
            case ENV, PROMPT -> Optional.empty();
        };
    }

    private String option() {
        Matcher where = parts();
        return OptionFile.of(read(Path.of(where.group(1)))).get(where.group(2), where.group(3)).orElseThrow(
                () -> new InvalidInputException(this + ": there is no such option"));
    }

    private Matcher parts() {
        Matcher where = OPTION.matcher(place);
        if (!where.matches()) {
            throw new InvalidInputException(this + ": write it as option-file:PATH#SECTION.OPTION");
        }
        return where;
    }

    /** The file without its last line's end. */
    private static String read(Path file) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
                permissions.removeAll(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
                if (!permissions.isEmpty()) {
                    throw new InvalidInputException(file
                            + ": others can read this secret; make it yours alone with: chmod 600 " + file);
                }
            }
            if (Files.size(file) > LARGEST) {
                throw new InvalidInputException(file + ": too large for a secret");
            }
            return TextFile.read(file, LARGEST).replaceFirst("\\R$", "");
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException("the secret in " + file + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException(file + ": the secret cannot be read from it");
        }
    }

    @Override
    public String toString() {
        return Types.word(kind) + ":" + place;
    }
}
