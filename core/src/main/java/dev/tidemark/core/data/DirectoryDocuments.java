package dev.tidemark.core.data;

import module java.base;

/**
 * The files of a folder as documents, in the order of their manifest. The URI is a slash and the file's relative path,
 * percent-encoded, so that any file name makes a valid URI and no two the same. When more documents are wanted than
 * there are files, they start over, and the URIs of the k-th copies end in {@code ?copy=k}.
 *
 * <p>{@link #uri} touches no file; {@link #content} opens, reads and closes one.
 */
public final class DirectoryDocuments implements DocumentSource {

    private static final byte[] COPY = "?copy=".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_DIGITS = 19;

    private final Manifest manifest;
    private final long count;
    private ByteBuffer again = ByteBuffer.allocate(0);

    /** Every file once. */
    public DirectoryDocuments(Manifest manifest) {
        this(manifest, manifest.files());
    }

    /**
     * As many documents as wanted, from the first file on and over again.
     *
     * @param count {@link Long#MAX_VALUE} for no end
     */
    public DirectoryDocuments(Manifest manifest, long count) {
        this.manifest = manifest;
        this.count = count;
    }

    /** How many there are; {@link Long#MAX_VALUE} when they never end. */
    long count() {
        return count;
    }

    @Override
    public void uri(long n, ByteBuffer into) {
        into.put((byte) '/');
        PercentEncoder.encode(manifest.path(file(n)), into);
        long copy = n / manifest.files();
        if (copy > 0) {
            into.put(COPY);
            putDecimal(copy, into);
        }
    }

    private static void putDecimal(long value, ByteBuffer into) {
        if (value >= 10) {
            putDecimal(value / 10, into);
        }
        into.put((byte) ('0' + value % 10));
    }

    @Override
    public int maxUriBytes() {
        return 1 + manifest.maxEncodedPathBytes() + (count > manifest.files() ? COPY.length + MAX_DIGITS : 0);
    }

    @Override
    public int maxContentBytes(long n) {
        return manifest.size(file(n));
    }

    /**
     * Reads the file.
     *
     * @throws IOException when it is gone, can't be read, or has another size than when it was listed
     */
    @Override
    public void content(long n, ByteBuffer into) throws IOException {
        int size = manifest.size(file(n));
        if (into.remaining() < size) {
            throw new BufferOverflowException();
        }
        Path path = manifest.file(file(n));
        int limit = into.limit();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            requireSize(path, size, channel.size());
            into.limit(into.position() + size);
            while (into.hasRemaining()) {
                if (channel.read(into) < 0) {
                    requireSize(path, size, size - into.remaining());
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException(path + " is gone since the source directory was listed", e);
        } finally {
            into.limit(limit);
        }
    }

    private static void requireSize(Path path, long listed, long found) throws IOException {
        if (found != listed) {
            throw new IOException(path + " has changed since the source directory was listed: it had " + listed
                    + " bytes and has " + found + " now");
        }
    }

    private int file(long n) {
        return (int) (n % manifest.files());
    }

    @Override
    public boolean matches(long n, ByteBuffer stored) throws IOException {
        int size = maxContentBytes(n);
        if (stored.remaining() != size) {
            return false;
        }
        if (again.capacity() < size) {
            again = ByteBuffer.allocateDirect(size);
        }
        again.clear();
        content(n, again);
        return again.flip().equals(stored);
    }
}
