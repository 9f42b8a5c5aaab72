package dev.tidemark.rig.postgres;

import module java.base;

/** Folders that are wholly ours. */
final class Folders {

    private Folders() {}

    /** Deletes a folder with all that is in it, if it is there; links are not followed. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> entries = Files.walk(folder)) {
            all = entries.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
