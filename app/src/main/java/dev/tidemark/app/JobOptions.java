package dev.tidemark.app;

import java.time.Instant;
import java.util.Optional;

/**
 * How a job is to be run.
 *
 * @param resume    going on with the newest unfinished batch of the same experiment instead of starting a new one
 * @param alongside even though another measured run is under way on this machine
 * @param notBefore the earliest moment at which it may begin; empty for as soon as its turn comes
 */
public record JobOptions(boolean resume, boolean alongside, Optional<Instant> notBefore) {

    public static final JobOptions USUAL = new JobOptions(false, false, Optional.empty());
}
