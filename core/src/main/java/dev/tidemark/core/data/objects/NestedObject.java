package dev.tidemark.core.data.objects;

import java.util.List;

/**
 * An object as an application might hold it. The names of its members are those of its JSON.
 *
 * @param id         from 0 below 2⁵³, so that a JSON number of any program holds it
 * @param name       first and last name
 * @param value      up to 10 words
 * @param attrShort  up to 10 letters
 * @param attrMedium up to 50 letters
 * @param attrLong   up to 5 words
 * @param innerArray as many as wanted
 */
public record NestedObject(long id, String name, String value, String attrShort, String attrMedium, String attrLong,
        List<Inner> innerArray) {

    public NestedObject {
        innerArray = List.copyOf(innerArray);
    }

    /** The same under another id. */
    public NestedObject withId(long other) {
        return new NestedObject(other, name, value, attrShort, attrMedium, attrLong, innerArray);
    }

    /**
     * An element of its array.
     *
     * @param name       first and last name
     * @param value      up to 5 words
     * @param attrShort  up to 10 letters
     * @param attrMedium up to 20 letters, a blank, and up to 30 letters
     * @param attrLong   up to 10 words
     * @param attrInt    at least 0
     * @param attrDouble at least 0 and below ten million, with two decimals
     */
    public record Inner(String name, String value, String attrShort, String attrMedium, String attrLong, int attrInt,
            double attrDouble) {}
}
