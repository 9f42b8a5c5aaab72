package dev.tidemark.app;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;

/**
 * The one folder of the server from which statistics are imported and into which they are exported when nothing goes
 * through the browser. Names in it are names of files right in it; nothing leads out of it, no link either.
 */
public final class ExchangeDirectory {

    private static final String ZIP = ".zip";
    private static final Pattern TABLE = Pattern.compile("(?i).*\\.(?:csv|tsv|txt|jtl)(?:\\.gz)?");
    private static final int LONGEST = 100;

    private final Path folder;

    /** @param folder need not be there yet */
    public ExchangeDirectory(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    public Path folder() {
        return folder;
    }

    /**
     * Whether this is to be a table, or a folder of them, rather than an export. A zip file is known by its first
     * bytes. Where somebody said how a table is read, or the name is that of a zip file, it has to be what it is
     * called.
     *
     * @param declared whether somebody did
     */
    public static boolean isTable(Path file, String name, boolean declared) {
        boolean called = name.toLowerCase(Locale.ROOT).endsWith(ZIP);
        try {
            return Files.isDirectory(file)
                    || (declared ? !called || !TextFile.isZip(file) : !called && !TextFile.isZip(file));
        } catch (IOException e) {
            return !called; // whoever reads it tells
        }
    }

    private static boolean isOurs(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return (name.endsWith(ZIP) || TABLE.matcher(name).matches())
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** The names of what can be imported, sorted. */
    public List<String> files() {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, ExchangeDirectory::isOurs)) {
                entries.forEach(file -> names.add(file.getFileName().toString()));
            } catch (IOException e) {
                throw new InvalidInputException(folder + " cannot be read: " + e.getMessage());
            }
        }
        names.sort(Comparator.naturalOrder());
        return names;
    }

    /** A file that is there. @throws InvalidInputException naming the nearest one */
    public Path existing(String name) {
        List<String> names = files();
        if (!names.contains(name)) {
            throw new InvalidInputException("there is no file '" + name + "' in " + folder
                    + Suggestions.hint(name, names));
        }
        return folder.resolve(name);
    }

    /**
     * Where an export goes.
     * @throws InvalidInputException when the name cannot be used; {@link ConflictException} when it is used already
     */
    public Path fresh(String name) {
        if (name.length() > LONGEST || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.zip")) {
            throw new InvalidInputException("'" + name + "' cannot be used: a name is up to " + LONGEST
                    + " letters, digits, dots, underscores and hyphens, and ends in .zip");
        }
        Path file = folder.resolve(name);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ConflictException(name + " is there already; choose another name");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InvalidInputException(folder + " cannot be made: " + e.getMessage());
        }
        return file;
    }
}
