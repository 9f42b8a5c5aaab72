package dev.tidemark.core.driver;

/** Tells how far a long piece of work has come. */
@FunctionalInterface
public interface Progress {

    /**
     * @param done  work done so far
     * @param total work in all; 0 when unknown
     */
    void report(long done, long total);

    static Progress none() {
        return (done, total) -> {};
    }
}
