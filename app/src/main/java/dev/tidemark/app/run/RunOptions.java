package dev.tidemark.app.run;

/**
 * How to run.
 *
 * @param resume    go on with the newest unfinished batch of the same experiment instead of starting a new one
 * @param alongside run even though another measured run is in progress on this machine
 */
public record RunOptions(boolean resume, boolean alongside) {}
