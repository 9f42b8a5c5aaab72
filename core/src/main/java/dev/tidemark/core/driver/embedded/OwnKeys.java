package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.data.keys.FoundKeys;
import dev.tidemark.core.data.keys.KeySample;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.TableName.Kind;

/** Finds the keys of a database of the user's. */
record OwnKeys<T>(OwnDatabase own, SortedStore<T> store, BooleanSupplier ending) {

    /** They are held in memory. */
    private static final int MOST = 5_000_000;
    private static final long MOST_BYTES = 1 << 30;
    /** Looked up by way of trial, as an order of keys that the engine does not know finds none. */
    private static final int TRIED = 100;
    private static final int CHUNK = 1 << 16;

    /** @throws DriverException when there are fewer keys than so many, or they cannot be found */
    void require(long keys) throws DriverException {
        if (keys > MOST) {
            throw new DriverException("key-count: of a database of your own at most " + MOST + " keys are drawn, each "
                    + "as likely as another; write key-count: " + MOST + " or less");
        }
        KeySample first = new KeySample(TRIED);
        long there = walk(keys, first, Progress.none());
        refuseFewer(there, keys);
        FoundKeys found = first.drawn();
        try {
            SortedStore.Access<T> access = store.access();
            try {
                for (int i = 0; i < found.count(); i++) {
                    refuseOtherOrder(access, found.get(i));
                }
            } finally {
                access.close();
            }
        } catch (DriverException e) {
            throw e;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private void refuseFewer(long there, long keys) throws DriverException {
        if (there == 0) {
            throw new DriverException("database: there are no keys in " + named());
        }
        if (there < keys) {
            throw new DriverException("key-count: there are " + there + " keys in " + named() + ", fewer than " + keys
                    + "; write key-count: " + there + " or less");
        }
    }

    private void refuseOtherOrder(SortedStore.Access<T> access, byte[] key) throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(key.length).put(key).flip();
        if (access.size(table(), direct, ByteBuffer.allocateDirect(1).limit(0)) == KeyValueSession.ABSENT) {
            throw new DriverException("database: keys that are in " + named() + " are not found there: they are in an "
                    + "order of the user's own, which nothing tells");
        }
    }

    /** So many of the keys. @param progress is told how many there were so far, of how many the engine believes in */
    FoundKeys sample(long keys, Progress progress) throws DriverException {
        KeySample sample = new KeySample((int) Math.min(keys, MOST));
        refuseFewer(walk(Long.MAX_VALUE, sample, progress), keys);
        return sample.drawn();
    }

    private long walk(long most, KeySample sample, Progress progress) throws DriverException {
        try {
            long believed = store.keys(table()).orElse(0);
            SortedStore.Access<T> access = store.access();
            try (SortedStore.Cursor at = access.walk(table(), Depth.HEADS)) {
                long keys = 0;
                for (; keys < most && at.next(); keys++) {
                    if (sample.wants()) {
                        sample.add(at.key(), at.size());
                        refuseLarge(sample);
                    } else {
                        sample.pass();
                    }
                    if (keys % CHUNK == 0) {
                        progress.report(keys, believed == 0 ? 0 : Math.max(keys, believed));
                        if (ending.getAsBoolean()) {
                            throw new DriverException("cancelled while keys were drawn");
                        }
                    }
                }
                progress.report(keys, keys);
                return keys;
            } finally {
                access.close();
            }
        } catch (DriverException e) {
            throw e;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private static void refuseLarge(KeySample sample) throws DriverException {
        if (sample.bytes() > MOST_BYTES) {
            throw new DriverException("key-count: the keys that are drawn take more than " + (MOST_BYTES >> 30)
                    + " GiB; write a smaller one");
        }
    }

    private DriverException failure(Exception e) {
        return new DriverException("the keys of " + named() + " cannot be read: " + e.getMessage(), e);
    }

    private T table() throws DriverException {
        return store.tables().get(TableName.of(Kind.KEYSPACE, 0));
    }

    private String named() {
        return own.named();
    }
}
