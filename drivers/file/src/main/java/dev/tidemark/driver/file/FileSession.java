package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.os.BufferAddress;
import dev.tidemark.core.os.Posix;

/**
 * Reads and writes blocks, each with one system call straight between the file and the caller's buffer. A put goes to
 * the file at once; commit only forces it to the disk where that is asked for. Opens a file at its first use, for
 * itself alone: workers that share a descriptor would slow each other down.
 */
class FileSession implements KeyValueSession {

    final FileTarget target;
    final Posix posix = new Posix();
    final int blockSize;
    private final BufferAddress readInto = new BufferAddress();
    private final BufferAddress writeFrom = new BufferAddress();
    private final long fsyncEvery;
    /** Keyspaces that were written to since what is written was last forced to the disk. */
    BitSet unforced = new BitSet();
    /** By keyspace; null and -1 where this session has not been yet. */
    private BlockFile[] files = new BlockFile[0];
    private int[] descriptors = new int[0];
    private long transactions;
    private boolean pending;
    private boolean closed;

    FileSession(FileTarget target) {
        this.target = target;
        blockSize = target.settings().blockSize();
        fsyncEvery = target.settings().fsyncEvery();
    }

    @Override
    public int get(int keyspace, ByteBuffer numbered, ByteBuffer into) throws DriverException {
        int fd = descriptor(keyspace);
        long key = NumberedKeys.number(numbered);
        if (fd < 0 || key < 0 || key >= files[keyspace].blocks()) {
            return ABSENT;
        }
        long address = readInto.of(into);
        int size = Math.min(blockSize, into.remaining());
        long offset = key * blockSize;
        int done = 0;
        while (done < size) {
            long read = posix.read(fd, address + done, size - done, offset + done);
            if (read > 0) {
                done += (int) read;
            } else if (read == 0) {
                throw endsEarly(files[keyspace], key);
            } else if (read != -Posix.EINTR) {
                throw failure(keyspace, "read", (int) -read);
            }
        }
        return blockSize;
    }

    @Override
    public void put(int keyspace, ByteBuffer numbered, ByteBuffer value) throws DriverException {
        long key = NumberedKeys.number(numbered);
        int fd = descriptorToWrite(keyspace, key, value);
        long address = writeFrom.of(value);
        long offset = key * blockSize;
        int done = 0;
        while (done < blockSize) {
            long written = posix.write(fd, address + done, blockSize - done, offset + done);
            if (written >= 0) {
                done += (int) written;
            } else if (written != -Posix.EINTR) {
                throw failure(keyspace, "written", (int) -written);
            }
        }
        unforced.set(keyspace);
        pending = true;
    }

    @Override
    public int commit() throws DriverException {
        if (pending) {
            pending = false;
            if (fsyncEvery > 0 && ++transactions >= fsyncEvery) {
                transactions = 0;
                force();
            }
        }
        return 0;
    }

    private void force() throws DriverException {
        for (int keyspace = unforced.nextSetBit(0); keyspace >= 0; keyspace = unforced.nextSetBit(keyspace + 1)) {
            int failed = target.fsyncs().force(posix, descriptors[keyspace]);
            if (failed < 0) {
                throw failure(keyspace, "forced to the disk", -failed);
            }
            unforced.clear(keyspace);
        }
    }

    /** {@inheritDoc} That is so here. */
    @Override
    public void rollback() {
        pending = false;
    }

    /** Checks an update before anything is done. */
    final int descriptorToWrite(int keyspace, long key, ByteBuffer value) throws DriverException {
        if (!target.writable()) {
            throw target.readOnly();
        }
        if (value.remaining() != blockSize) {
            throw new DriverException("a value of " + value.remaining() + " bytes does not fill a block of "
                    + blockSize);
        }
        int fd = descriptor(keyspace);
        if (fd < 0) {
            throw new DriverException("there is no keyspace " + keyspace);
        }
        if (key < 0 || key >= files[keyspace].blocks()) {
            throw files[keyspace].hasNo(key);
        }
        return fd;
    }

    /** -1 when there is no such keyspace. */
    final int descriptor(int keyspace) throws DriverException {
        if (keyspace >= 0 && keyspace < descriptors.length && descriptors[keyspace] >= 0) {
            return descriptors[keyspace];
        }
        return open(keyspace);
    }

    final BlockFile file(int keyspace) {
        return files[keyspace];
    }

    private int open(int keyspace) throws DriverException {
        target.refuseUse(closed);
        BlockFile file = target.file(keyspace);
        if (file == null) {
            return -1;
        }
        if (keyspace >= files.length) {
            int known = files.length;
            files = Arrays.copyOf(files, keyspace + 1);
            descriptors = Arrays.copyOf(descriptors, keyspace + 1);
            Arrays.fill(descriptors, known, keyspace + 1, -1);
        }
        descriptors[keyspace] = target.open(file, posix);
        files[keyspace] = file;
        return descriptors[keyspace];
    }

    final DriverException failure(int keyspace, String done, int errno) {
        return FileFailures.ofBlock(files[keyspace].path(), done, errno, target.sector());
    }

    static DriverException endsEarly(BlockFile file, long key) {
        return new DriverException(file.path() + " ends before block " + key + "; somebody has made it shorter");
    }

    @Override
    public void close() throws DriverException {
        closed = true;
        for (int keyspace = 0; keyspace < descriptors.length; keyspace++) {
            if (descriptors[keyspace] >= 0) {
                posix.close(descriptors[keyspace]);
                descriptors[keyspace] = -1;
            }
        }
    }
}
