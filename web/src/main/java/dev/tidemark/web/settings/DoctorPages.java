package dev.tidemark.web.settings;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.settings.DoctorTasks.Found;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;
import dev.tidemark.web.work.TaskRoutes;

/** {@code /targets/named/NAME/doctor}: what can be done with a target, tried on it. */
public final class DoctorPages {

    private static final String TARGETS = "/targets";

    private final DoctorTasks tasks;

    public DoctorPages(DoctorTasks tasks) {
        this.tasks = tasks;
    }

    public List<Route> routes() {
        return TaskRoutes.of(tasks, TARGETS, now -> "Stop examining",
                "It ends within seconds, and what it has made is removed.", TaskProgress::what,
                Route.get("/targets/named/{name}/doctor", ADMINISTRATOR, v -> page(v, "")),
                Route.post("/targets/named/{name}/doctor", ADMINISTRATOR, this::examine));
    }

    /** Something that was tried, as a line. @param state by which it is coloured */
    public record Line(String name, String result, String state, String said) {

        private static Line of(Trial trial) {
            return new Line(trial.name().replace('-', ' '), Types.word(trial.verdict()).replace('-', ' '),
                    trial.failed() ? "failed" : "", trial.message());
        }
    }

    /**
     * What was found.
     *
     * @param facts settings as the target told them
     */
    public record View(String summary, boolean works, List<Line> lines, List<Setting> facts, String when) {

        private static View of(Found found) {
            return new View(found.diagnosis().summary(), found.diagnosis().works(),
                    found.diagnosis().trials().stream().map(Line::of).toList(), found.diagnosis().facts(),
                    TextSanitizer.moment(found.when()));
        }
    }

    private static String path(String name) {
        return TARGETS + "/named/" + Links.segment(name) + "/doctor";
    }

    private void page(RequestContext requestContext, String complaint) {
        StoredTarget target = tasks.resolve(requestContext.name("name"));
        Optional<TaskProgress> work = tasks.latest().filter(s -> s.running() || tasks.isOf(s, target));
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("path", path(target.name()));
        params.put("work", work);
        params.put("found", tasks.found(target).map(View::of));
        if (requestContext.isFragmentRequest()) {
            requestContext.changing("settings/diagnosis.jte", params);
            return;
        }
        params.put("name", target.name());
        params.put("driver", target.driver());
        params.put("complaint", TextSanitizer.sentence(complaint));
        requestContext.page(Kind.of("Doctor", TARGETS, "htmx.js"), "settings/doctor.jte", params);
    }

    private void examine(RequestContext requestContext) {
        StoredTarget target = tasks.resolve(requestContext.name("name"));
        try {
            tasks.begin(target, requestContext.author());
            requestContext.redirect(path(target.name()));
        } catch (InvalidInputException e) {
            requestContext.context().status(409);
            page(requestContext, e.getMessage());
        }
    }
}
