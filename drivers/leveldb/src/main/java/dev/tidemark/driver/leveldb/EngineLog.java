package dev.tidemark.driver.leveldb;

import module java.base;

/**
 * The log that LevelDB keeps beside its data, and begins anew when it is opened. It alone tells what became of flushes
 * and compactions: whoever writes on finds out, if anything, that he waits. Thread-safe.
 */
final class EngineLog {

    private static final String NAME = "LOG";
    private static final int MOST_AT_ONCE = 1 << 20;
    /** Of a compaction, or of the segment that a flush was to write. */
    private static final Pattern ERROR = Pattern.compile(
            "(?:ompaction error: |Level-0 table #\\d+: \\d+ bytes )(?:\\S+: )?((?:IO error|Corruption): .*)");

    private final Path file;
    private long read;
    private Optional<String> error = Optional.empty();

    EngineLog(Path folder) {
        file = folder.resolve(NAME);
    }

    /** The first error in the background that the log tells, if it tells any. */
    synchronized Optional<String> error() {
        if (error.isEmpty()) {
            Matcher found = ERROR.matcher(more());
            error = found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
        }
        return error;
    }

    /** Whole lines that were written since the last time. */
    private String more() {
        try (FileChannel log = FileChannel.open(file)) {
            read = Math.max(read, log.size() - MOST_AT_ONCE);
            ByteBuffer bytes = ByteBuffer.allocate((int) (log.size() - read));
            while (bytes.hasRemaining() && log.read(bytes, read + bytes.position()) > 0) {
                // until all is read
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
            String lines = text.substring(0, text.lastIndexOf('\n') + 1);
            read += lines.length();
            return lines;
        } catch (IOException e) {
            return "";
        }
    }
}
