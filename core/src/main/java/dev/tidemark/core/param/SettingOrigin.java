package dev.tidemark.core.param;

/** Where the value of a setting came from, from the weakest to the strongest claim; recorded with each iteration. */
public enum SettingOrigin {
    /** The declaration's default. */
    DECLARED,
    /** A default stored by the user ({@code tidemark defaults set}). */
    DEFAULT,
    /** A preset named by the experiment. */
    PRESET,
    /** The experiment's {@code set}, or a flag with one value. */
    SET,
    /** The experiment's {@code vary}, or a flag with a list. */
    VARY,
    /** A free name=value given by the user; it changes nothing in the run. */
    TAG,
    /** A fact found on the machine. */
    DETECTED,
    /** Read back from the engine after it was set. */
    EFFECTIVE;

    /** Whether somebody set a value of this origin explicitly. */
    public boolean isExplicit() {
        return this == SET || this == VARY;
    }
}
