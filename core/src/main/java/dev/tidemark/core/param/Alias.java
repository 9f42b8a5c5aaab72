package dev.tidemark.core.param;

import module java.base;

/**
 * Another name of a param: an older one with the older unit and values it carries, or what its users call it.
 *
 * @param name   the other name, for example {@code tree-size}
 * @param unit   appended to a bare number, for example {@code MB}; empty when the older unit is the same
 * @param values older value to present one, for example {@code generate-and-save} to {@code generate}; in lower case
 * @param word   whether it is what its users call it, by which it is told to them
 */
public record Alias(String name, String unit, Map<String, String> values, boolean word) {

    public Alias {
        values = Map.copyOf(values);
    }

    /** Turns a value in the older unit and words into present ones. */
    public String translate(String text) {
        String known = values.get(text.strip().toLowerCase(Locale.ROOT));
        if (known != null) {
            return known;
        }
        String bare = text.strip().replaceFirst("^\\.(?=[0-9])", "0.");
        return bare.matches("[0-9]+(\\.[0-9]+)?") ? bare + unit : text;
    }
}
