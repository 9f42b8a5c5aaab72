package dev.tidemark.web.checkup;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.CheckupRun;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.checkup.CheckupTasks.CheckedUp;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;
import dev.tidemark.web.work.TaskRoutes;

/** {@code /checkup}: how good a target is, with one button. */
public final class CheckupPages {

    private static final String CHECKUP = "/checkup";
    private static final String TARGET = "target";
    private static final String URL = "url";
    private static final String KEEP = "keep";

    private final CheckupTasks tasks;
    private final Workbench workbench;

    public CheckupPages(CheckupTasks tasks, Workbench workbench) {
        this.tasks = tasks;
        this.workbench = workbench;
    }

    public List<Route> routes() {
        return TaskRoutes.of(tasks, CHECKUP, now -> "Stop the checkup",
                "It ends within seconds, and what it has made is removed.", TaskProgress::what,
                Route.get(CHECKUP, ADMINISTRATOR, v -> page(v, "")),
                Route.get(CHECKUP + "/json", ADMINISTRATOR, v -> v.json(JsonReport.checkup(tasks.of(v.query().needed("of"))
                        .checkup()))),
                Route.post(CHECKUP, ADMINISTRATOR, this::begin));
    }

    /** What can be checked up. */
    public record Choice(String value, String name, boolean chosen) {}

    /** What was found, as the report's templates write it. @param json where programs have the same */
    public record View(String target, String content, String when, String json) {

        private static View of(CheckedUp found) {
            return new View(found.target(), HtmlReport.content(found.checkup()), TextSanitizer.moment(found.when()),
                    CHECKUP + "/json?of=" + Links.query(found.target()));
        }
    }

    /** Another one that was found. */
    public record Other(String target, String path) {}

    private static String path(String target) {
        return CHECKUP + "?of=" + Links.query(target);
    }

    private void page(RequestContext requestContext, String complaint) {
        Optional<String> of = requestContext.query().text("of");
        Optional<CheckedUp> shown = of.map(tasks::of).or(() -> tasks.done().stream().findFirst());
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("path", path(of.orElse("")));
        params.put("work", tasks.latest().filter(work -> work.running() || work.failed() || shown.isEmpty()));
        params.put("found", shown.map(View::of));
        params.put("others", tasks.done().stream().filter(c -> shown.filter(s -> s.target().equals(c.target())).isEmpty())
                .map(c -> new Other(c.target(), path(c.target()))).toList());
        if (requestContext.isFragmentRequest()) {
            requestContext.changing("checkup/found.jte", params);
            return;
        }
        String chosen = requestContext.form().text(TARGET).or(() -> requestContext.query().text(TARGET)).orElse("");
        params.put("targets", workbench.targets().all().stream().map(StoredTarget::name).map(name -> new Choice(name, name,
                name.equals(chosen))).toList());
        params.put("url", requestContext.form().text(URL).orElse(""));
        params.put("keep", requestContext.form().text(KEEP).orElse(""));
        params.put("complaint", TextSanitizer.sentence(complaint));
        requestContext.page(Kind.of("Checkup", CHECKUP, "htmx.js"), "checkup/page.jte", params);
    }

    private void begin(RequestContext requestContext) {
        Optional<String> url = requestContext.form().text(URL).map(String::strip);
        try {
            url.ifPresent(typed -> workbench.targets().reached(typed, Map.of()));
            tasks.begin(url.or(() -> requestContext.form().text(TARGET)).orElse(Drivers.USUAL),
                    requestContext.form().text(KEEP).map(String::strip), requestContext.author());
            requestContext.redirect(CHECKUP);
        } catch (InvalidInputException e) {
            requestContext.context().status(e instanceof ConflictException ? 409 : 400);
            page(requestContext, e.getMessage());
        }
    }
}
