package dev.tidemark.core.driver.style;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;

/** A target that takes documents in by several {@link ApiStyle styles}, each in a place of its own. */
public interface StyleTarget extends OpenTarget {

    /**
     * Makes an empty place, such as a table or a prefix of keys, with what the style needs there, as a function on the
     * server. What an earlier one left under the same name is removed. It lies within what {@link #create} made.
     *
     * @param style of {@link dev.tidemark.core.driver.Driver#styles}
     * @param name  lower case letters, digits and hyphens, at most 32
     * @throws DriverException when the server lacks what the style needs; one line that says what
     */
    StylePlace place(ApiStyle style, String name) throws DriverException;
}
