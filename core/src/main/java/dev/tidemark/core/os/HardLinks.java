package dev.tidemark.core.os;

import module java.base;

/** Files that have more names than one, so that what is written into them changes a file elsewhere, too. */
public final class HardLinks {

    private HardLinks() {}

    /** Which file it is, whatever its name. */
    private record Identity(Object device, Object number) {}

    /** False for folders, for what is not there, and where the system does not tell. */
    public static boolean hasOthers(Path file) throws IOException {
        return linkedElsewhere(List.of(file)).isPresent();
    }

    /**
     * The first of some files that has a name that is none of theirs: engines link files of their own, such as those of
     * a snapshot.
     */
    public static Optional<Path> linkedElsewhere(List<Path> files) throws IOException {
        Map<Identity, Integer> names = new HashMap<>();
        Map<Identity, Path> first = new HashMap<>();
        for (Path file : files) {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Map<String, Object> attributes;
                try {
                    attributes = Files.readAttributes(file, "unix:nlink,dev,ino", LinkOption.NOFOLLOW_LINKS);
                } catch (UnsupportedOperationException | IllegalArgumentException e) { // a system without such a view
                    return Optional.empty();
                }
                Identity identity = new Identity(attributes.get("dev"), attributes.get("ino"));
                first.putIfAbsent(identity, file);
                names.merge(identity, 1 - (names.containsKey(identity) ? 0 : (int) attributes.get("nlink")),
                        Integer::sum);
            }
        }
        return names.entrySet().stream().filter(left -> left.getValue() < 0).map(left -> first.get(left.getKey()))
                .min(Path::compareTo);
    }
}
