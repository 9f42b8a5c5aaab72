package dev.tidemark.web;

import dev.tidemark.app.Workbench;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Assets;
import dev.tidemark.web.http.Keys;
import dev.tidemark.web.http.Person;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.reports.ReportPages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The route table: everything that can be asked for, with who may ask. */
final class Site implements AutoCloseable {

    private static final String OWN = "dev/tidemark/web/assets/";
    private static final String HTMX = "META-INF/maven/org.webjars.npm/htmx.org/pom.properties";

    private final List<Route> routes;
    private final boolean login;

    Site(Workbench workbench, Assets assets, boolean login) {
        this.login = login;
        this.routes = Stream.of(
                List.of(Route.get("/assets/{file}", Access.ANYONE, assets::send)),
                new ReportPages(workbench).routes()).flatMap(List::stream).toList();
    }

    List<Route> routes() {
        return routes;
    }

    Keys keys() {
        return new Keys() {
            @Override
            public Optional<Person> holder(String session) {
                return Optional.empty();
            }

            @Override
            public boolean loginAsked() {
                return login;
            }
        };
    }

    static Assets assets() {
        return new Assets()
                .add("report.css", HtmlReport.style())
                .add("report.js", HtmlReport.pageScript())
                .add("echarts.js", HtmlReport.chartScript())
                .addResource("htmx.js", "META-INF/resources/webjars/htmx.org/" + htmxVersion() + "/dist/htmx.min.js")
                .addResource("web.css", OWN + "web.css")
                .addResource("web.js", OWN + "web.js")
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
        // nothing is under way beside requests
    }
}
