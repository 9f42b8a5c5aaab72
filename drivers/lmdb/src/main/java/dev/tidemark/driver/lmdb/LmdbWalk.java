package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** A walk over a keyspace, in a read transaction of its own. */
final class LmdbWalk implements FullScanner.Walk {

    private final LmdbEnvironment lmdbEnvironment;
    private final FullScanner.Depth depth;
    private final Txn<ByteBuffer> transaction;
    private final Cursor<ByteBuffer> at;
    private boolean begun;
    private boolean ended;
    private boolean closed;

    private LmdbWalk(LmdbEnvironment lmdbEnvironment, int keyspace, FullScanner.Depth depth,
            Txn<ByteBuffer> transaction)
            throws DriverException {
        this.lmdbEnvironment = lmdbEnvironment;
        this.depth = depth;
        this.transaction = transaction;
        this.at = lmdbEnvironment.keyspace(keyspace).openCursor(transaction);
    }

    static LmdbWalk begin(LmdbEnvironment lmdbEnvironment, int keyspace, FullScanner.Depth depth)
            throws DriverException {
        lmdbEnvironment.keyspace(keyspace); // complains
        try {
            return new LmdbWalk(lmdbEnvironment, keyspace, depth, lmdbEnvironment.env().txnRead());
        } catch (RuntimeException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "walk over a keyspace", e);
        }
    }

    @Override
    public int next(int most, FullScanner.Visitor visitor) throws Exception {
        try {
            int visited = 0;
            while (visited < most && !ended && advance()) {
                visit(visitor);
                visited++;
            }
            return visited;
        } catch (LmdbException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "walk over a keyspace", e);
        }
    }

    private boolean advance() {
        ended = !(begun ? at.next() : at.first());
        begun = true;
        return !ended;
    }

    private void visit(FullScanner.Visitor visitor) throws Exception {
        switch (depth) {
            case KEYS -> visitor.visit(at.key(), KeyValueSession.ABSENT, null);
            case HEADS -> visitor.visit(at.key(), at.val().remaining(), null);
            case VALUES -> visitor.visit(at.key(), at.val().remaining(), at.val());
        }
    }

    @Override
    public void close() throws DriverException {
        if (!closed) {
            closed = true;
            at.close();
            transaction.close();
        }
    }
}
