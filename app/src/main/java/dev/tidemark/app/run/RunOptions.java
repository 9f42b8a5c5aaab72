package dev.tidemark.app.run;

/**
 * How to run.
 *
 * @param resume    go on with the newest unfinished batch of the same experiment instead of starting a new one
 * @param alongside run even though another measured run is in progress on this machine
 * @param author    who runs it, which is recorded; empty where nobody is to be named
 */
public record RunOptions(boolean resume, boolean alongside, String author) {

    /** Run by nobody in particular. */
    public RunOptions(boolean resume, boolean alongside) {
        this(resume, alongside, "");
    }
}
