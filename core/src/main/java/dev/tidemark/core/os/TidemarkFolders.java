package dev.tidemark.core.os;

import module java.base;

/** Where Tidemark itself lies, and what the user of this process keeps. */
public final class TidemarkFolders {

    private TidemarkFolders() {}

    /** The folder of the built program, as the launcher says; empty in tests of single modules. */
    public static Optional<Path> program() {
        return Optional.ofNullable(System.getProperty("tidemark.home")).map(Path::of);
    }

    /**
     * Where is kept what makes a start cheaper, each with its checksum, and what may be deleted at any time: as the
     * launcher says, or beside the program. Need not exist, nor be writable; then each start takes somewhat longer.
     */
    public static Optional<Path> caches() {
        return Optional.ofNullable(System.getProperty("tidemark.caches")).map(Path::of)
                .or(() -> program().map(folder -> folder.resolve("aot")));
    }

    /**
     * Where Tidemark keeps what is the user's, by the conventions of each system: XDG_DATA_HOME, Application Support,
     * LOCALAPPDATA; empty where the user has no home.
     */
    public static Optional<Path> userData() {
        String os = System.getProperty("os.name");
        if (os.startsWith("Mac")) {
            return home().map(home -> home.resolve("Library").resolve("Application Support").resolve("Tidemark"));
        }
        boolean windows = os.startsWith("Windows");
        return absolute(System.getenv(windows ? "LOCALAPPDATA" : "XDG_DATA_HOME"))
                .or(() -> windows ? home() : home().map(home -> home.resolve(".local").resolve("share")))
                .map(folder -> folder.resolve(windows ? "Tidemark" : "tidemark"));
    }

    /** The user's own folder; empty where there is none. */
    public static Optional<Path> home() {
        return home(System.getProperty("user.home"), System.getenv("HOME"));
    }

    /** That of the account, or where the user has none, as in containers, of the variable. */
    static Optional<Path> home(String ofAccount, String variable) {
        return absolute(ofAccount).or(() -> absolute(variable));
    }

    private static Optional<Path> absolute(String path) {
        return Optional.ofNullable(path).filter(p -> !p.isBlank()).map(Path::of).filter(Path::isAbsolute);
    }
}
