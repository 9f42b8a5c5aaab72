package dev.tidemark.core.os;

import module java.base;

/**
 * What a control group that Tidemark has made holds of files in the page cache. Unlike those of {@link PageCache}, the
 * files may be in use, and mapped. See the kernel's cgroup-v1/memory ({@code memory.force_empty}) and cgroup-v2
 * ({@code memory.reclaim}).
 */
public final class GroupPageCache {

    /** Begins the names of Tidemark's groups. In others' there may be others' processes. */
    private static final String OURS = "tidemark-";
    /** Of this much programs themselves consist, which run on and fetch it at once. */
    private static final long PROGRAMS = 48L << 20;

    private GroupPageCache() {}

    /** @return whether hardly anything is cached any more; false where that cannot be done or told */
    public static boolean drop(Path group) {
        if (!group.getFileName().toString().startsWith(OURS)) {
            return false;
        }
        Path older = group.resolve("memory.force_empty");
        try {
            if (Files.exists(older)) {
                write(older, "0");
            } else {
                write(group.resolve("memory.reclaim"), String.valueOf(cached(group)));
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            return false;
        } catch (IOException e) {
            // Less could be had than was asked for: what is left tells.
        }
        long left = cached(group);
        return left >= 0 && left <= PROGRAMS;
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
    }

    /** Bytes; -1 where that is not reported. The older version calls them cache, the newer file. */
    private static long cached(Path group) {
        try {
            return Files.readAllLines(group.resolve("memory.stat")).stream()
                    .filter(line -> line.matches("(cache|file) [0-9]{1,18}"))
                    .mapToLong(line -> Long.parseLong(line.split(" ")[1])).findFirst().orElse(-1);
        } catch (IOException e) {
            return -1;
        }
    }
}
