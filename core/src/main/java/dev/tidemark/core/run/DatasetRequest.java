package dev.tidemark.core.run;

import dev.tidemark.core.param.Setting;
import java.util.List;

/**
 * Tells a runner to make, change or look at a dataset.
 *
 * @param action    what to do
 * @param name      the dataset's name
 * @param driver    name of the driver
 * @param settings  the driver's params
 * @param folder    the dataset's folder, where the driver's own directory setting names none
 * @param keyspaces CREATE and GROW: keyspaces in all
 * @param keys      CREATE and GROW: keys of each keyspace
 * @param valueSize CREATE: size of a value in bytes
 * @param seed      CREATE: from which the values follow
 */
public record DatasetRequest(Action action, String name, String driver, List<Setting> settings, RunnerPath folder,
        int keyspaces, long keys, int valueSize, long seed) implements TaskRequest {

    /** What can be done to a dataset. */
    public enum Action {
        /** Makes and fills it; goes on where an interrupted one stopped. */
        CREATE,
        /** Adds keyspaces and keys. */
        GROW,
        /** Writes every key anew, as it was first. */
        REFILL,
        /** Walks and counts what is really there. */
        COUNT,
        /** Reads every value and checks it. */
        VERIFY,
        /** Removes it. */
        DROP
    }
}
