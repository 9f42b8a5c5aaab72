package dev.tidemark.core.driver;

import module java.base;

/** What a target is answerable for whose data lies on this machine, in files or on devices. */
public interface LocalStorage {

    /** Every folder or device that holds data of the target, for the environment record. */
    List<Path> directories();

    /** To which multiple of bytes buffers must be aligned, and values sized, for direct IO; 1 where it is no matter. */
    int alignment();

    /** Bytes that can still be written where the data lies; empty when that is unknown. */
    OptionalLong freeBytes();

    /** Whether what is read comes from the device, and never from the operating system's page cache. */
    default boolean bypassesPageCache() {
        return false;
    }

    /** Whether each read of a value is one of the device, since nothing in this process or in the system keeps any. */
    default boolean readsDevice() {
        return false;
    }

    /**
     * The share of the data, 0 to 1, that was never written, so that the file system makes up what is read there.
     *
     * @throws DriverException when the data cannot be looked at
     */
    default double unwrittenShare() throws DriverException {
        return 0;
    }

    /**
     * Closes the data, drops it from the operating system's page cache and opens it again.
     *
     * @return whether the caches are cold now; false where that could not be done
     */
    boolean dropCaches() throws DriverException;

    /** {@link #directories} of a target; none where its data lies elsewhere. */
    static List<Path> directories(OpenTarget target) {
        return target.localStorage().map(LocalStorage::directories).orElse(List.of());
    }
}
