package dev.tidemark.web;

import dev.tidemark.app.Accounts;
import dev.tidemark.app.Exchange;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.store.Role;
import dev.tidemark.web.accounts.AccountPages;
import dev.tidemark.web.api.Api;
import dev.tidemark.web.api.Desk;
import dev.tidemark.web.home.HomePage;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Assets;
import dev.tidemark.web.http.Keys;
import dev.tidemark.web.http.Person;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.jobs.JobPages;
import dev.tidemark.web.jobs.NewJobPages;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.ReportPages;
import dev.tidemark.web.reports.Shelf;
import dev.tidemark.web.settings.DatasetOrders;
import dev.tidemark.web.settings.DatasetPages;
import dev.tidemark.web.settings.DefaultsPages;
import dev.tidemark.web.settings.TargetPages;
import dev.tidemark.web.status.Events;
import dev.tidemark.web.status.StatusPages;
import dev.tidemark.web.status.Watch;
import dev.tidemark.web.transfer.ContentOrders;
import dev.tidemark.web.transfer.ContentPages;
import dev.tidemark.web.transfer.ExportPages;
import dev.tidemark.web.transfer.ImportPages;
import dev.tidemark.web.transfer.Statistics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The route table: everything that can be asked for, with who may ask. */
final class Site implements AutoCloseable {

    private static final String OWN = "dev/tidemark/web/assets/";
    private static final String HTMX = "META-INF/maven/org.webjars.npm/htmx.org/pom.properties";

    private final List<Route> routes;
    private final Keys keys;
    private final Accounts accounts;
    private final Events events;
    private final DatasetOrders datasets;
    private final Shelf shelf;
    private final ContentOrders content;

    Site(Workbench workbench, JobProcessor processor, Assets assets, Exchange exchange, Clock clock, WebOptions options,
            Consumer<Throwable> failures) {
        this.accounts = workbench.accounts();
        this.keys = new Sessions(accounts, options.login());
        Watch watch = new Watch(workbench.live(), clock);
        this.shelf = new Shelf(workbench, clock, options.patience());
        Downloads downloads = new Downloads(workbench.store(), shelf);
        this.events = new Events(clock);
        StatusPages status = new StatusPages(workbench, watch, events);
        this.datasets = new DatasetOrders(workbench, clock, failures);
        this.content = new ContentOrders(workbench, clock, failures);
        Statistics statistics = new Statistics(workbench, downloads, exchange);
        this.routes = Stream.of(
                List.of(Route.get("/assets/{file}", Access.ANYONE, assets::send)),
                new AccountPages(accounts).routes(),
                new HomePage(workbench, status).routes(),
                status.routes(),
                new ReportPages(workbench, shelf, downloads).routes(),
                new ExportPages(statistics, downloads).routes(),
                new ImportPages(statistics).routes(),
                new ContentPages(content).routes(),
                new NewJobPages(workbench, clock).routes(),
                new JobPages(workbench, processor, clock).routes(),
                new DefaultsPages(workbench).routes(),
                new TargetPages(workbench.targets(), clock).routes(),
                new DatasetPages(datasets).routes(),
                Api.routes(new Desk(workbench, processor, watch, events, shelf, downloads, statistics, content,
                        datasets, clock)))
                .flatMap(List::stream).toList();
    }

    List<Route> routes() {
        return routes;
    }

    Keys keys() {
        return keys;
    }

    /** Where the first administrator is made; empty when there is one. */
    Optional<String> setUpPath() {
        return accounts.setUpSecret().map(secret -> "/setup/" + secret);
    }

    /** Sessions as the gate asks for them. */
    private record Sessions(Accounts accounts, boolean loginAsked) implements Keys {
        @Override
        public Optional<Person> holder(String session) {
            return accounts.session(session).map(who -> new Person(who.name(), who.role() == Role.ADMINISTRATOR));
        }

        @Override
        public Optional<Person> program(String token) {
            return accounts.token(token).map(who -> new Person("token " + who.name(),
                    who.role() == Role.ADMINISTRATOR));
        }
    }

    static Assets assets() {
        return new Assets()
                .add("report.css", HtmlReport.style())
                .add("report.js", HtmlReport.pageScript())
                .add("echarts.js", HtmlReport.chartScript())
                .addResource("htmx.js", "META-INF/resources/webjars/htmx.org/" + htmxVersion() + "/dist/htmx.min.js")
                .addResource("web.css", OWN + "web.css")
                .addResource("web.js", OWN + "web.js")
                .addResource("typed.js", OWN + "typed.js")
                .addResource("status.js", OWN + "status.js")
                .addResource("theme.js", OWN + "theme.js")
                .addResource("mark.svg", OWN + "mark.svg");
    }

    private static String htmxVersion() {
        Properties properties = new Properties();
        try (InputStream in = Site.class.getClassLoader().getResourceAsStream(HTMX)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    @Override
    public void close() {
        events.close();
        datasets.close();
        shelf.close();
        content.close();
    }
}
