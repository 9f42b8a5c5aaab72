package dev.tidemark.store.file;

import java.util.Locale;
import org.jdbi.v3.core.Handle;

/** Numbers that people see, and that lead to one thing for ever: none is given again after what it named is deleted. */
public enum IdSequence {

    JOB, BATCH;

    /** The next one, of which nobody else gets to know before this transaction is committed. */
    public long next(Handle handle) {
        String what = name().toLowerCase(Locale.ROOT);
        handle.execute("UPDATE last_number SET number = number + 1 WHERE what = ?", what);
        return handle.createQuery("SELECT number FROM last_number WHERE what = ?").bind(0, what).mapTo(Long.class)
                .one();
    }
}
