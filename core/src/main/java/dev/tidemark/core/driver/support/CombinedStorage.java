package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;

/** The storage of several targets as that of one. */
record CombinedStorage(List<LocalStorage> all) implements LocalStorage {

    @Override
    public List<Path> directories() {
        return all.stream().flatMap(storage -> storage.directories().stream()).distinct().toList();
    }

    /** {@inheritDoc} The largest, of which the others are divisors, since all are powers of two. */
    @Override
    public int alignment() {
        return all.stream().mapToInt(LocalStorage::alignment).max().orElse(1);
    }

    /** {@inheritDoc} The least that any tells: they may share one device. */
    @Override
    public OptionalLong freeBytes() {
        return all.stream().map(LocalStorage::freeBytes).flatMapToLong(OptionalLong::stream).min();
    }

    @Override
    public boolean bypassesPageCache() {
        return all.stream().allMatch(LocalStorage::bypassesPageCache);
    }

    @Override
    public boolean readsDevice() {
        return all.stream().allMatch(LocalStorage::readsDevice);
    }

    /** {@inheritDoc} The largest of any. */
    @Override
    public double unwrittenShare() throws DriverException {
        double most = 0;
        for (LocalStorage storage : all) {
            most = Math.max(most, storage.unwrittenShare());
        }
        return most;
    }

    @Override
    public boolean dropCaches() throws DriverException {
        boolean cold = true;
        for (LocalStorage storage : all) {
            cold &= storage.dropCaches();
        }
        return cold;
    }
}
