package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;

/**
 * Goes over all styles in turn, a request of each, again and again: a warm-up. What cannot be done is passed over. The
 * first time around is part of its making, so that a warm-up of any length has touched each style.
 */
final class StyleTour implements Actor {

    private static final String PLACE = "warm-up-";

    private final Context context;
    private final List<StyleMaking.Made> all = new ArrayList<>();
    private final List<ApiActor> able = new ArrayList<>();
    /** Of all styles together, so that none has the same request twice. */
    private long requests;
    private ApiActor current;

    StyleTour(StyleTarget target, Context context, List<StyleRequests> styles) {
        this.context = context;
        for (int i = 0; i < styles.size() && !cancelled(); i++) {
            StyleMaking.make(target, styles.get(i), PLACE + i, context.clock()).ifPresent(made -> {
                all.add(made);
                able.add(made.actor());
            });
        }
        List.copyOf(able).forEach(this::once);
    }

    private boolean cancelled() {
        return context.cancelled().getAsBoolean();
    }

    /** One that gets no answer is not waited for again; other failures its own iteration will tell. */
    private void once(ApiActor style) {
        Tally tally = new Tally();
        boolean goesOn = !cancelled();
        try {
            style.prepare(0, requests++);
            for (int i = 0; goesOn && i < style.steps(); i++) {
                goesOn = style.step(i, tally).continues();
            }
        } catch (TimeoutException e) {
            able.remove(style);
        } catch (Exception e) {
            // the next request may succeed
        }
    }

    @Override
    public boolean done() {
        return able.isEmpty();
    }

    /** {@inheritDoc} A style that cannot even be prepared is left out from then on. */
    @Override
    public int prepare(int lane, long n) throws Exception {
        while (true) {
            current = able.get((int) (requests % able.size()));
            try {
                return current.prepare(lane, requests++);
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
        Exception failure = null;
        for (StyleMaking.Made each : all) {
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
