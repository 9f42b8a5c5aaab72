package dev.tidemark.core.plan;

import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.workload.Workload;

/**
 * An iteration of a search.
 *
 * @param number which of the search's steps, from 0
 * @param param  name of the setting that the search changes
 * @param value  its value, as text
 */
public record SearchStep(int number, String param, String value) {

    /** The point at which the search is made, with this step's value. */
    public Point at(Point point, Workload workload) {
        return new Point(point.target(), point.driver(),
                workload.effective(point.values().with(param, value, SettingOrigin.VARY)), point.tags());
    }
}
