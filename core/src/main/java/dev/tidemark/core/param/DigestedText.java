package dev.tidemark.core.param;

/** A whole text that is kept, as a fact of its own, beside the setting or the fact that tells it apart by a digest. */
public final class DigestedText {

    private static final String SUFFIX = "-text";
    private static final int LONGEST = 1 << 16;

    private DigestedText() {}

    /**
     * The fact that holds a text; how long it is in place of one of more than 65,536 characters.
     *
     * @param name of what tells it apart
     */
    public static Setting of(String name, String text) {
        return Setting.detected(name + SUFFIX, text.length() <= LONGEST ? text
                : text.length() + " characters, which are too many to be kept");
    }

    /** Whether a setting holds a text, which tells nothing that what it is kept beside does not tell. */
    public static boolean is(Setting setting) {
        return setting.origin() == SettingOrigin.DETECTED && setting.name().endsWith(SUFFIX);
    }

    /** The name of what a text is kept beside. @param name of the fact that holds it */
    public static String owner(String name) {
        return name.substring(0, name.length() - SUFFIX.length());
    }
}
