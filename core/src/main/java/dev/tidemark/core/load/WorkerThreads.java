package dev.tidemark.core.load;

/** What kind of threads the workers are. */
public enum WorkerThreads {
    /** Each a thread of the operating system. */
    PLATFORM,
    /** Many on few threads of the operating system, which go on with another worker where one waits for a network. */
    VIRTUAL
}
