package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.transfer.ContentTasks.Order;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;
import dev.tidemark.web.work.TaskRoutes;

/** {@code /content}: the documents of a kept database, written to files of the server, ready to be loaded again. */
public final class ContentPages {

    private static final String CONTENT = "/content";
    private static final String SECTION = "/reports";

    private final ContentTasks orders;

    public ContentPages(ContentTasks orders) {
        this.orders = orders;
    }

    public List<Route> routes() {
        return TaskRoutes.of(orders, CONTENT, now -> "Stop exporting",
                "It ends within seconds. The files that are written stay.", now -> "The export",
                Route.get(CONTENT, ADMINISTRATOR, v -> show(v, Form.empty(), "")),
                Route.post(CONTENT, ADMINISTRATOR, this::begin));
    }

    /**
     * What the page offers.
     *
     * @param labels of which a database is kept
     */
    public record View(List<String> labels, Form filled, String complaint) {}

    private void show(RequestContext requestContext, Form filled, String complaint) {
        Optional<TaskProgress> progress = orders.latest();
        String loading = orders.written().map(ContentPages::loading).orElse("");
        if (requestContext.isFragmentRequest()) {
            requestContext.changing("transfer/progress.jte", Map.of("work", progress, "loading", loading));
        } else {
            requestContext.page(Kind.of("Export content", SECTION, "htmx.js"), "transfer/content.jte",
                    Map.of("work", progress,
                    "loading", loading, "view", new View(orders.labels(), filled,
                            TextSanitizer.sentence(complaint))));
        }
    }

    /** The form of a new job that loads what was exported. */
    private static String loading(Order order) {
        return "/new?workload=ingest&set.source=directory&set.source-directory=" + Links.query(order.to().toString())
                + (order.layout() == Layout.FOLDERS ? "&set.recursive=true" : "");
    }

    private void begin(RequestContext requestContext) {
        Form form = requestContext.form();
        try {
            orders.begin(form.needed("label"), form.needed("to").strip(),
                    form.text("folders").isPresent() ? Layout.FOLDERS : Layout.FLAT, requestContext.author());
            requestContext.redirect(CONTENT);
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            show(requestContext, form, e.getMessage());
        }
    }
}
