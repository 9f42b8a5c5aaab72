package dev.tidemark.web;

import module java.base;
import dev.tidemark.app.ExchangeDirectory;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.accounts.Accounts;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.accounts.AccountPages;
import dev.tidemark.web.api.Api;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.checkup.CheckupPages;
import dev.tidemark.web.checkup.CheckupTasks;
import dev.tidemark.web.help.GlossaryPage;
import dev.tidemark.web.home.HomePage;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Assets;
import dev.tidemark.web.http.Authenticator;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.SignedInUser;
import dev.tidemark.web.jobs.JobPages;
import dev.tidemark.web.jobs.JobWaitReasons;
import dev.tidemark.web.jobs.NewJobPages;
import dev.tidemark.web.notify.Notifier;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.reports.ReportListPages;
import dev.tidemark.web.reports.ReportPages;
import dev.tidemark.web.reports.ReportService;
import dev.tidemark.web.settings.AgentPages;
import dev.tidemark.web.settings.DatasetPages;
import dev.tidemark.web.settings.DatasetTasks;
import dev.tidemark.web.settings.DefaultsPages;
import dev.tidemark.web.settings.DoctorPages;
import dev.tidemark.web.settings.DoctorTasks;
import dev.tidemark.web.settings.TargetPages;
import dev.tidemark.web.status.EventStream;
import dev.tidemark.web.status.LivePoller;
import dev.tidemark.web.status.StatusPages;
import dev.tidemark.web.transfer.ContentPages;
import dev.tidemark.web.transfer.ContentTasks;
import dev.tidemark.web.transfer.ExportPages;
import dev.tidemark.web.transfer.ImportPages;
import dev.tidemark.web.transfer.ResultTransfer;

/** The route table: everything that can be asked for, with who may ask. */
final class Routes implements AutoCloseable {

    private static final String OWN = "dev/tidemark/web/assets/";
    private static final String HTMX = "META-INF/maven/org.webjars.npm/htmx.org/pom.properties";

    private final List<Route> routes;
    private final Authenticator authenticator;
    private final Accounts accounts;
    private final EventStream eventStream;
    private final DatasetTasks datasets;
    private final DoctorTasks doctor;
    private final CheckupTasks checkups;
    private final ReportService reportService;
    private final ContentTasks content;
    private final ReportPages reportPages;
    private final Notifier notifier;

    Routes(Workbench workbench, JobProcessor processor, Assets assets, ExchangeDirectory exchangeDirectory,
            Clock clock, WebOptions options, Supplier<String> address, Consumer<Throwable> failures) {
        this.accounts = workbench.accounts();
        this.authenticator = new Sessions(accounts, options.login());
        LivePoller livePoller = new LivePoller(workbench.live(), clock);
        this.reportService = new ReportService(workbench, clock, options.patience(), options.build());
        Downloads downloads = new Downloads(workbench.store(), reportService);
        this.eventStream = new EventStream(clock);
        this.notifier = new Notifier(options.notifications(), reportService.headlines()::now, address, clock, failures);
        StatusPages status = new StatusPages(workbench, livePoller, eventStream,
                new JobWaitReasons(workbench.jobs().queue(), processor, clock), notifier);
        this.datasets = new DatasetTasks(workbench, clock, failures);
        this.content = new ContentTasks(workbench, clock, failures);
        this.doctor = new DoctorTasks(workbench, clock, failures);
        this.checkups = new CheckupTasks(workbench, clock, failures);
        ResultTransfer resultTransfer = new ResultTransfer(workbench, downloads, exchangeDirectory);
        this.reportPages = new ReportPages(workbench, reportService, downloads);
        processor.onEnd(job -> {
            reportPages.ended(job.label()); // finds the headline, too, which the notice tells
            notifier.ended(job);
        });
        this.routes = Stream.of(
                List.of(Route.get("/assets/{file}", Access.ANYONE, assets::send)),
                new AccountPages(accounts).routes(),
                new HomePage(workbench, status, reportService).routes(),
                new GlossaryPage().routes(),
                status.routes(),
                reportPages.routes(),
                new ReportListPages(workbench, reportService).routes(),
                new ExportPages(resultTransfer, downloads).routes(),
                new ImportPages(resultTransfer).routes(),
                new ContentPages(content).routes(),
                new NewJobPages(workbench, clock).routes(),
                new JobPages(workbench, processor, clock).routes(),
                new DefaultsPages(workbench).routes(),
                new TargetPages(workbench.targets(), clock).routes(),
                new DoctorPages(doctor).routes(),
                new AgentPages(workbench, clock).routes(),
                new CheckupPages(checkups, workbench).routes(),
                new DatasetPages(datasets).routes(),
                Api.routes(new ApiServices(workbench, processor, livePoller, eventStream, reportService, downloads,
                resultTransfer, content,
                        datasets, doctor, checkups, clock)))
                .flatMap(List::stream).toList();
    }

    /** What is worth to be made before anybody asks for it. */
    void prepare() {
        reportPages.prepare();
    }

    List<Route> routes() {
        return routes;
    }

    Authenticator keys() {
        return authenticator;
    }

    /** Where the first administrator is made; empty when there is one. */
    Optional<String> setUpPath() {
        return accounts.setUpSecret().map(secret -> "/setup/" + secret);
    }

    /** Sessions as the gate asks for them. */
    private record Sessions(Accounts accounts, boolean loginRequired) implements Authenticator {
        @Override
        public Optional<SignedInUser> holder(String session) {
            return accounts.session(session)
                    .map(principal -> new SignedInUser(principal.name(), principal.role() == Role.ADMINISTRATOR));
        }

        @Override
        public Optional<SignedInUser> program(String token) {
            return accounts.token(token).map(principal -> new SignedInUser("token " + principal.name(),
                    principal.role() == Role.ADMINISTRATOR));
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
                .addResource("keys.js", OWN + "keys.js")
                .addResource("job-form.js", OWN + "job-form.js")
                .addResource("status.js", OWN + "status.js")
                .addResource("notify.js", OWN + "notify.js")
                .addResource("home.js", OWN + "home.js")
                .addResource("theme.js", OWN + "theme.js")
                .addResource("mark.svg", OWN + "mark.svg");
    }

    private static String htmxVersion() {
        Properties properties = new Properties();
        try (InputStream in = Routes.class.getClassLoader().getResourceAsStream(HTMX)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    @Override
    public void close() {
        eventStream.close();
        notifier.close();
        datasets.close();
        doctor.close();
        checkups.close();
        reportService.close();
        content.close();
    }
}
