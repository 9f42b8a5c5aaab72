package dev.tidemark.cli.support;

import module java.base;

/** Files that commands write. */
public final class NewFile {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

    private NewFile() {}

    /**
     * The file to write: what was named, or where that is a folder, one in it that is called after the moment.
     *
     * @param stem   first part of such a name
     * @param ending its last, with the dot
     */
    public static Path of(Path named, String stem, String ending, Instant now) {
        return Files.isDirectory(named)
                ? named.resolve(stem + "_" + MOMENT.format(now.atZone(ZoneId.systemDefault())) + ending) : named;
    }
}
