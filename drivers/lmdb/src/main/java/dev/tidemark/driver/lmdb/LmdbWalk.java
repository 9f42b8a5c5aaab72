package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyWalker;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** A walk over a keyspace, in a read transaction of its own. */
final class LmdbWalk implements KeyWalker.Walk {

    private final Database database;
    private final KeyWalker.Depth depth;
    private final Txn<ByteBuffer> transaction;
    private final Cursor<ByteBuffer> at;
    private boolean begun;
    private boolean ended;
    private boolean closed;

    private LmdbWalk(Database database, int keyspace, KeyWalker.Depth depth, Txn<ByteBuffer> transaction)
            throws DriverException {
        this.database = database;
        this.depth = depth;
        this.transaction = transaction;
        this.at = database.keyspace(keyspace).openCursor(transaction);
    }

    static LmdbWalk begin(Database database, int keyspace, KeyWalker.Depth depth) throws DriverException {
        database.keyspace(keyspace); // complains
        try {
            return new LmdbWalk(database, keyspace, depth, database.env().txnRead());
        } catch (RuntimeException e) {
            throw Failures.of(database.folder(), "walk over a keyspace", e);
        }
    }

    @Override
    public int next(int most, KeyWalker.Visitor visitor) throws Exception {
        try {
            int visited = 0;
            while (visited < most && !ended && advance()) {
                visit(visitor);
                visited++;
            }
            return visited;
        } catch (LmdbException e) {
            throw Failures.of(database.folder(), "walk over a keyspace", e);
        }
    }

    private boolean advance() {
        ended = !(begun ? at.next() : at.first());
        begun = true;
        return !ended;
    }

    private void visit(KeyWalker.Visitor visitor) throws Exception {
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
