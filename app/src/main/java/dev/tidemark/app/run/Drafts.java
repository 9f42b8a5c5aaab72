package dev.tidemark.app.run;

import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What an experiment would run, as far as it is known without looking at anything that it names: by this is judged what it
 * may reach, before it is planned.
 *
 * @param points that between them have every value of every setting
 */
public record Drafts(List<Point> points) {

    /** @param stored the user's stored defaults for the workload */
    public static Drafts of(Experiment experiment, Map<String, String> stored) {
        return new Drafts(Planner.drafts(experiment, stored));
    }

    /** Everything outside of Tidemark's own data that it reaches, each once. */
    public List<Reached> reached() {
        return points.stream().flatMap(Drafts::reached).distinct().toList();
    }

    private static Stream<Reached> reached(Point point) {
        return Stream.concat(point.values().reached().stream(), Drivers.named(point.driver()).destroys(point.values())
                .map(device -> new Reached(Reach.DEVICE, point.target(), device.toString())).stream());
    }
}
