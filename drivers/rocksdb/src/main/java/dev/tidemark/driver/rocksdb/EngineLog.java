package dev.tidemark.driver.rocksdb;

import module java.base;
import org.rocksdb.Status;

/** The log that RocksDB keeps beside its data. */
final class EngineLog {

    private static final String NAME = "LOG";
    private static final int END = 1 << 20;

    private EngineLog() {}

    /** The last error in the background that the log tells; one without a text where it tells none. */
    static Status lastError(Path folder) {
        String text = end(folder).lines().filter(line -> line.contains("Background") && line.contains(" error "))
                .reduce((before, after) -> after).map(EngineLog::words).orElse("an error in the background");
        boolean full = text.contains("No space left");
        return new Status(Status.Code.IOError, full ? Status.SubCode.NoSpace : Status.SubCode.None, text);
    }

    /** Without the time, the thread and the place in RocksDB's source. */
    private static String words(String line) {
        return line.substring(line.indexOf("Background"));
    }

    private static String end(Path folder) {
        try (FileChannel log = FileChannel.open(folder.resolve(NAME))) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(END, log.size()));
            long from = log.size() - bytes.capacity();
            while (bytes.hasRemaining() && log.read(bytes, from + bytes.position()) > 0) {
                // until all is read
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
