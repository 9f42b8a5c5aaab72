package dev.tidemark.web.jobs;

import module java.base;

/**
 * A job as a line of the list, and at the head of its own page.
 *
 * @param state    one word
 * @param stateText more about it, in a sentence; may be empty
 * @param report   the address of its report; empty where there is none yet
 * @param tags     as {@code disk-type ssd}
 * @param differs  what its experiment says otherwise than that of the job before it; empty where there is none before
 * @param settings what it runs, by name, defaults included
 * @param extent   how much it runs: iterations, or ramps and the most steps of them
 * @param progress how far it is, once it has been begun; else empty
 * @param share    the same in percent; -1 where that is not known
 * @param expected how long it was thought to take
 * @param ended    when it was over; empty before
 * @param took     from when it first began until then
 * @param place    its place in the queue, from 1; 0 for one that is not queued
 * @param last     whether no other is queued behind it
 * @param begun    whether anything of it was ever run
 * @param again    whether it can be gone on with, although it is over
 * @param changeable whether something else can still be asked for in its place
 */
public record JobLine(long id, String label, String workload, String state, String stateText, String report,
        List<String> tags, String differs, Map<String, String> settings, String extent, String progress, int share,
        String expected, String ended, String took, String author, String created, int place, boolean last,
        boolean begun, boolean running, boolean queued, boolean paused, boolean again, boolean changeable) {

    /** The address of the job's own page. */
    public String path() {
        return JobPages.JOBS + "/" + id;
    }

    /** Where it is watched. */
    public String status() {
        return "/status?job=" + id;
    }
}
