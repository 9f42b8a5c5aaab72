package dev.tidemark.web.home;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.reports.ReportPages.Line;
import dev.tidemark.web.status.StatusPages;
import dev.tidemark.web.status.StatusView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is running, the latest reports, and where to go. */
public final class HomePage {

    private static final int LATEST = 8;

    private final Workbench workbench;
    private final StatusPages status;

    public HomePage(Workbench workbench, StatusPages status) {
        this.workbench = workbench;
        this.status = status;
    }

    public List<Route> routes() {
        return List.of(Route.get("/", READER, this::show));
    }

    private void show(Visit visit) {
        Optional<StatusView> running = status.view(0).filter(StatusView::running);
        List<Line> latest = workbench.store().labels().reversed().stream().limit(LATEST).map(Line::of).toList();
        long waiting = workbench.jobs().queue().waiting();
        visit.page(Kind.of("Home", "/"), "home.jte", Map.of("running", running, "latest", latest, "waiting", waiting,
                "scheduling", workbench.jobs().queue().scheduling()));
    }
}
