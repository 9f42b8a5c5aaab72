package dev.tidemark.launch.rig;

import module java.base;

/**
 * One start or stop of a rig at a time, by whichever thread or process; the others wait. The operating system lets go
 * of it when a process ends in whatever way.
 */
final class RigLock implements AutoCloseable {

    /** The system knows processes only, and drops a lock when its process closes any other channel on the file. */
    private static final Map<Path, ReentrantLock> OWN = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel channel;

    private RigLock(ReentrantLock threads, FileChannel channel) {
        this.threads = threads;
        this.channel = channel;
    }

    static RigLock take(Path file) throws IOException, InterruptedException {
        ReentrantLock threads = OWN.computeIfAbsent(file, f -> new ReentrantLock());
        threads.lockInterruptibly();
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            return new RigLock(threads, channel);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            threads.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            threads.unlock();
        }
    }
}
