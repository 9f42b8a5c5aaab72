package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.os.TidemarkFolders;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The folders within a folder of this machine, for whoever says where something is to lie. Files are neither listed nor
 * looked into.
 *
 * @param field   the field that the folder is looked for
 * @param at      the folder
 * @param up      the folder that it is in; empty for the topmost
 * @param folders absolute paths of those within
 * @param more    whether there are more than are listed
 * @param refused why it cannot be shown, in a sentence; empty where it is
 */
public record FolderListing(String field, String at, String up, List<String> folders, boolean more, String refused) {

    static final int MOST = 200;
    /** Entries that are looked at, files among them, so that no folder keeps a page waiting. */
    private static final int MOST_LOOKED_AT = 20_000;

    /**
     * @param typed the folder, or what was typed in its place: nothing, or the start of a path
     */
    static FolderListing of(String field, String typed, ServerPolicy policy) {
        try {
            if (typed.startsWith("/")) {
                policy.checkFolder("folders", Path.of(typed)); // before it is told what is there
            }
            return of(field, typed, folder -> {
                policy.checkFolder("folders", folder);
                return Files.newDirectoryStream(folder);
            });
        } catch (InvalidPathException e) {
            return of(field, typed, Files::newDirectoryStream); // which tells what is wrong with it
        } catch (InvalidInputException e) {
            return new FolderListing(field, typed, "", List.of(), false, e.getMessage() + ".");
        }
    }

    /** How the entries of a folder are come by. */
    @FunctionalInterface
    interface Opener {
        DirectoryStream<Path> open(Path folder) throws IOException;
    }

    static FolderListing of(String field, String typed, Opener opener) {
        try {
            return list(field, nearest(typed), opener);
        } catch (InvalidInputException e) {
            return new FolderListing(field, typed, "", List.of(), false, e.getMessage() + ".");
        }
    }

    /** What is there; of a path that is not, the nearest folder above it. */
    private static Path nearest(String typed) {
        try {
            Path path = typed.startsWith("/") ? Path.of(typed).normalize()
                    : TidemarkFolders.home().orElse(Path.of("/"));
            for (Path folder = path; folder != null; folder = folder.getParent()) {
                if (Files.isDirectory(folder)) {
                    return folder;
                }
            }
            throw new InvalidInputException("there is no folder " + typed);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("'" + typed + "' is no path");
        }
    }

    private static FolderListing list(String field, Path folder, Opener opener) {
        List<Path> found = new ArrayList<>();
        int looked = 0;
        try (DirectoryStream<Path> entries = opener.open(folder)) {
            for (Path entry : entries) {
                if (++looked > MOST_LOOKED_AT) {
                    break;
                }
                if (Files.isDirectory(entry)) {
                    found.add(entry);
                }
            }
        } catch (InvalidInputException e) {
            return refused(field, folder, e.getMessage() + ".");
        } catch (IOException | DirectoryIteratorException e) {
            return refused(field, folder, folder + " cannot be read by the server's user; choose another folder.");
        }
        List<String> folders = found.stream().sorted(Comparator.comparing(FolderListing::hidden)
                .thenComparing(Path::toString)).limit(MOST).map(Path::toString).toList();
        return new FolderListing(field, folder.toString(), up(folder), folders,
                found.size() > MOST || looked > MOST_LOOKED_AT, "");
    }

    private static FolderListing refused(String field, Path folder, String why) {
        return new FolderListing(field, folder.toString(), up(folder), List.of(), false, why);
    }

    private static String up(Path folder) {
        return Optional.ofNullable(folder.getParent()).map(Path::toString).orElse("");
    }

    private static boolean hidden(Path folder) {
        return folder.getFileName().toString().startsWith(".");
    }

    /** The last part of a path, which is what a list shows. */
    public String name(String folder) {
        return Path.of(folder).getFileName().toString();
    }
}
