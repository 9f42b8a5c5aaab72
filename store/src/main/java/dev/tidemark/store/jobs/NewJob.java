package dev.tidemark.store.jobs;

import module java.base;

/**
 * An experiment to be queued; whoever makes one has checked it.
 *
 * @param label      the experiment's label
 * @param workload   the experiment's workload
 * @param yaml       the experiment as a document that stands by itself
 * @param defaults   the user's stored defaults at that moment, as the planner wants them
 * @param specHash   hash of everything that decides what is run
 * @param author     who asked for it
 * @param iterations of the whole plan; with searches, how many searches
 * @param steps      the most steps that the ramps may take in all; 0 where none are made
 * @param bytes      user bytes of the whole plan; 0 when not known
 * @param expected   how long it will take, where something of its kind has been run; with searches, of one step
 * @param resume     whether it goes on with the newest unfinished batch of the same experiment
 * @param alongside  whether it may run beside another measured run
 * @param notBefore  the earliest moment at which it may begin
 */
public record NewJob(String label, String workload, String yaml, Map<String, String> defaults, String specHash,
        String author, int iterations, int steps, long bytes, Optional<Duration> expected, boolean resume,
        boolean alongside, Optional<Instant> notBefore) {

    public NewJob {
        defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
    }
}
