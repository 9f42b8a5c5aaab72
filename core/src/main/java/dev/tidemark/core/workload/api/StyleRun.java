package dev.tidemark.core.workload.api;

import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.WorkloadContext;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One iteration of a style: its place, and whether everything that was acknowledged is there afterwards. */
final class StyleRun {

    /** Documents that are read back, at most. */
    private static final int READ_BACK = 10;

    private final WorkloadContext workloadContext;
    private final OpenTarget target;
    private final Context context;
    private final StyleRequests requests;
    private final String name;
    private StylePlace place;

    /** @param name of its place; nobody had one of that name before, so that what was deleted is under other keys */
    StyleRun(WorkloadContext workloadContext, StyleRequests requests, String name) {
        this.workloadContext = workloadContext;
        this.target = workloadContext.target();
        this.context = workloadContext.context();
        this.requests = requests;
        this.name = name;
    }

    /** An engine in this process has then done what the style before left it to do, and is not busy with that. */
    void prepare(Progress progress) throws DriverException {
        place = ((StyleTarget) target).place(requests.style(), name);
        if (target.localStorage().isPresent()) {
            workloadContext.settleLimit().settle(target, progress);
        }
    }

    Actor actor(int worker) throws DriverException {
        return new ApiActor(place.session(worker), requests);
    }

    /** Looks whether what was acknowledged is there, and removes it. @return what is wrong; empty when nothing is */
    Optional<String> verify(StageResult measured) {
        try (StylePlace used = place) {
            Optional<String> wrong = miscounted(used, measured);
            return wrong.isPresent() || requests.style().noop() ? wrong : misread(used, unanswered(measured) == 0);
        } catch (DriverException e) {
            return Optional.of("verification failed: " + e.getMessage());
        }
    }

    private static long unanswered(StageResult measured) {
        return measured.span().censored() + measured.outcomes().stream().filter(o -> !o.outcome().answered())
                .mapToLong(OutcomeCount::units).sum();
    }

    /** What was not acknowledged may be there all the same. */
    private Optional<String> miscounted(StylePlace used, StageResult measured) throws DriverException {
        boolean stores = !requests.style().noop();
        long least = stores ? measured.workers().stream().mapToLong(WorkerCount::units).sum() : 0;
        long most = stores && unanswered(measured) > 0 ? requests.documents() : least;
        long found = used.count();
        return found >= least && found <= most ? Optional.empty() : Optional.of("verification failed: " + least
                + " documents were acknowledged, and " + found + " are there");
    }

    /** Of documents evenly spread over all. @param all whether every one was acknowledged, and must be there */
    private Optional<String> misread(StylePlace used, boolean all) throws DriverException {
        boolean retained = !(target instanceof KeyspaceTarget keyspaces) || keyspaces.retainsData();
        int sample = retained ? (int) Math.min(READ_BACK, requests.documents()) : 0;
        for (int i = 0; i < sample && !context.cancelled().getAsBoolean(); i++) {
            long n = requests.documents() * i / sample;
            long id = requests.pool().id(n);
            Optional<JsonNode> read = used.read(id);
            if (read.isEmpty() && all) {
                return Optional.of("verification failed: document " + id + " is not there");
            }
            if (read.isPresent() && !ObjectJson.same(requests.pool().expected(n), read.get())) {
                return Optional.of("verification failed: document " + id + " is not what was stored");
            }
        }
        return Optional.empty();
    }
}
