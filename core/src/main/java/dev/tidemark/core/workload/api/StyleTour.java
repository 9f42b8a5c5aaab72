package dev.tidemark.core.workload.api;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Goes over all styles in turn, a request of each, again and again: a warm-up. What cannot be done is passed over. */
final class StyleTour implements Actor {

    private static final String PLACE = "warm-up-";

    private final List<StylePlace> places = new ArrayList<>();
    private final List<ApiActor> actors = new ArrayList<>();
    private final List<ApiActor> able;
    private ApiActor current;

    StyleTour(StyleTarget target, List<StyleRequests> all) {
        for (StyleRequests each : all) {
            try {
                StylePlace place = target.place(each.style(), PLACE + places.size());
                places.add(place);
                actors.add(new ApiActor(place.session(0), each));
            } catch (DriverException e) {
                // its own iteration will say so
            }
        }
        able = new ArrayList<>(actors);
    }

    /** {@inheritDoc} A style that cannot even be prepared is left out from then on. */
    @Override
    public int prepare(int lane, long n) throws Exception {
        while (true) {
            current = able.get((int) (n % able.size()));
            try {
                return current.prepare(lane, n / able.size());
            } catch (Exception e) {
                able.remove(current);
                if (able.isEmpty()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public int steps() {
        return current.steps();
    }

    @Override
    public int stepKind(int i) {
        return current.stepKind(i);
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        return current.step(i, tally);
    }

    /** {@inheritDoc} What cannot be closed keeps no other place from being removed. */
    @Override
    public void close() throws Exception {
        List<AutoCloseable> all = new ArrayList<>(actors);
        all.addAll(places);
        Exception failure = null;
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
