package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/**
 * What the files held that a point reads, such as a trace, a query log or vectors: a digest of each, so that a file
 * that was rewritten is distinguished.
 */
final class AttachedFiles {

    private static final int MIB = 1 << 20;
    /** Of a longer one the length and both ends are digested. */
    private static final long WHOLE = 64L * MIB;

    private AttachedFiles() {}

    /** Facts as {@code query-log-digest #1a2b3c4d}; none of a file that cannot be read. */
    static List<Setting> facts(Values values) {
        List<Setting> facts = new ArrayList<>();
        for (Param<?> param : values.params().all()) {
            if (param.reach() == Reach.FILE && values.find(param).orElse(null) instanceof Path file) {
                digest(file).ifPresent(digest -> facts.add(new Setting(param.name() + "-digest", "#" + digest, null, "",
                        SettingOrigin.DETECTED)));
            }
        }
        return facts;
    }

    /** The first eight digits of its SHA-256. */
    private static Optional<String> digest(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (FileChannel from = FileChannel.open(file)) {
            MessageDigest sha = Sha256.empty();
            long length = from.size();
            add(from, 0, length <= WHOLE ? length : MIB, sha);
            if (length > WHOLE) {
                add(from, length - MIB, length, sha);
                sha.update(ByteBuffer.allocate(Long.BYTES).putLong(0, length));
            }
            return Optional.of(HexFormat.of().formatHex(sha.digest(), 0, 4));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void add(FileChannel from, long first, long end, MessageDigest into) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(MIB);
        for (long at = first; at < end;) {
            int read = from.read(block.clear().limit((int) Math.min(MIB, end - at)), at);
            if (read < 0) {
                return;
            }
            into.update(block.flip());
            at += read;
        }
    }
}
