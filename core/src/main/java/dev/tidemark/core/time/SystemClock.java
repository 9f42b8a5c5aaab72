package dev.tidemark.core.time;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The machine's monotonic and wall clocks. */
final class SystemClock implements Clock {

    static final SystemClock INSTANCE = new SystemClock();

    /** Linux: seconds since boot with two decimals, those of suspension among them, and seconds of idleness. */
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final boolean TELLS_UPTIME = Files.isReadable(UPTIME);

    private SystemClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public OptionalLong bootTime() {
        if (!TELLS_UPTIME) {
            return OptionalLong.empty();
        }
        try {
            String text = Files.readString(UPTIME);
            return OptionalLong.of(new BigDecimal(text.substring(0, text.indexOf(' '))).movePointRight(9).longValue());
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public long processorTime() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime()) : 0;
    }

    @Override
    public void sleepUntil(long nanoTime) {
        long left;
        while ((left = nanoTime - System.nanoTime()) > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public void parkUntil(long nanoTime) {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public void spinUntil(long nanoTime) {
        while (nanoTime - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public Thread start(String name, Runnable task) {
        return Thread.ofPlatform().name(name).daemon(true).start(task);
    }

    @Override
    public Thread startVirtual(String name, Runnable task) {
        return Thread.ofVirtual().name(name).start(task);
    }
}
