package dev.tidemark.core.driver;

/** What an operator, or a server by itself, does from time to time, and what users pay for meanwhile. */
public enum Maintenance {
    /** Brings all changes from memory to the data files, so that recovery begins there. */
    CHECKPOINT,
    /** Makes the indexes anew, as dense as they can be. */
    REINDEX,
    /** Writes all data to a dump of the server's own, as they are at one moment. */
    SAVE,
    /** Compares the replicas of all keys, and brings to each what another one has and it has not. */
    REPAIR,
    /** Makes the primary of the replica that is there, which then takes writes. */
    PROMOTE;

    /** Whether servers are afterwards what they were before, so that it can be tried on anybody's. */
    public boolean isUpkeep() {
        return this != PROMOTE;
    }
}
