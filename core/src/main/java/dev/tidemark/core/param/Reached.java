package dev.tidemark.core.param;

/**
 * One thing that an experiment reaches outside of Tidemark's own data.
 *
 * @param reach   what is done with it
 * @param setting by which setting, or task
 * @param what    the thing: a command, a path, an address, where a secret is
 */
public record Reached(Reach reach, String setting, String what) {

    /** In one line, whatever stands in it; the same line is what is agreed to. */
    @Override
    public String toString() {
        return reach.verb() + " " + Printable.visible(what) + " (" + Printable.visible(setting) + ")";
    }
}
