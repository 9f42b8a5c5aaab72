package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;

/** Which names and values tags may have: what is recorded of a tag stands among the settings, under its name. */
public final class TagNames {

    private TagNames() {}

    /** What is said of that which cannot be a tag at all. */
    public static String malformed(String name) {
        return "tag '" + name + "': a tag is a name of letters, digits, dots and hyphens, and one value";
    }

    /**
     * @param setting whether a name is that of a setting
     * @param instead what to do about one that is
     * @throws InvalidInputException when it cannot be a tag
     */
    public static void check(String name, String text, Predicate<String> setting, String instead) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw new InvalidInputException(malformed(name));
        }
        if (text.isBlank()) {
            throw new InvalidInputException("tag '" + name + "' has no value");
        }
        refuseSetting(name, setting, instead);
        if (name.equals(Durability.FACT)) {
            throw new InvalidInputException("tag '" + name
                    + "' has the name of what runs are judged by, which is found out; name it otherwise");
        }
    }

    /** The part of {@link #check} without which an iteration would be recorded with what it did not run with. */
    static void refuseSetting(String name, Predicate<String> setting, String instead) {
        if (name.equals(Planner.TARGET) || setting.test(name)) {
            throw new InvalidInputException("tag '" + name + "' has the name of a setting; " + instead);
        }
    }
}
