package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.Consent;

/**
 * How a job is to be run.
 *
 * @param resume    going on with the newest unfinished batch of the same experiment instead of starting a new one
 * @param alongside even though another measured run is in progress on this machine
 * @param notBefore the earliest moment at which it may begin; empty for as soon as its turn comes
 * @param destroy   the names of devices that it may write over, given once more; asked for by servers only
 * @param consent   what was agreed to of all that it reaches; asked for where it came from elsewhere
 * @param large     even though it is more than {@link LargePlanException is queued unasked}
 */
public record JobOptions(boolean resume, boolean alongside, Optional<Instant> notBefore, List<String> destroy,
        Consent consent, boolean large) {

    public static final JobOptions USUAL = new JobOptions(false, false, Optional.empty());

    /** Writing over no device, and written here. */
    public JobOptions(boolean resume, boolean alongside, Optional<Instant> notBefore) {
        this(resume, alongside, notBefore, List.of(), Consent.NONE, false);
    }
}
