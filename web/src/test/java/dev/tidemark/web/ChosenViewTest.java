package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.testing.ByTurns;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is chosen on a report's page stands in its address: in a browser with scripts, without, and in the file. */
@ByTurns(days = 10, heldBy = {"ReportViewTest", "ReportPagesTest"})
class ChosenViewTest extends InTheBrowser {

    private static final long SECOND = 1_000_000_000L;

    @Override
    Served served(Path store) {
        return Served.withoutLogin(store);
    }

    @BeforeEach
    void store() {
        matrix(served().workbench().store());
    }

    private Page page(boolean scripts) {
        return pages(new NewContextOptions().setJavaScriptEnabled(scripts)).page();
    }

    private String address(String query) {
        return served().server().address() + "/reports/matrix" + query;
    }

    /** Batch size by workers, twice each, with a few seconds of throughput and response times. */
    private static void matrix(ResultStore store) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch("matrix", ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(),
                Map.of("batch-size", "1", "workers", "2"), 12));
        int position = 0;
        for (int round = 0; round < 2; round++) {
            for (int size : new int[] {1, 10, 100}) {
                for (int workers : new int[] {2, 4}) {
                    long id = store.beginIteration(new NewIteration(batch, position++, "p" + size + "-" + workers,
                            round, 1,
                            0, Instant.parse("2026-11-22T01:00:00Z").plusSeconds(position), 0,
                            List.of(new Setting("batch-size", String.valueOf(size), (double) size, "",
                            SettingOrigin.VARY),
                                    new Setting("workers", String.valueOf(workers), (double) workers, "",
                                    SettingOrigin.VARY))));
                    course(store, id, 1000 * workers);
                    store.endIteration(id, IterationState.DONE, "", List.of(
                            new MeasuredValue("elapsed", 100.0 / workers / Math.sqrt(size) + 0.1 * round, false),
                            new MeasuredValue("response.p99", 0.5 * workers + size / 100.0, false),
                            new MeasuredValue("stall-time", size / 50.0, false)));
                }
            }
        }
        store.release(batch);
    }

    private static void course(ResultStore store, long id, int rate) {
        store.addPhase(id, new PhaseSpan(0, Phase.MEASURE, true, 0, 20 * SECOND, 0, 4, false, 0, 0), List.of(),
                List.of());
        for (int second = 0; second < 20; second++) {
            LogHistogram times = new LogHistogram();
            for (int n = 0; n < 50; n++) {
                times.record(1_000_000L + 20_000L * n);
            }
            SeriesSet set = new SeriesSet();
            set.add(SeriesKey.of("insert", LatencyKind.SERVICE), times);
            set.add("insert", new Totals(rate, rate, 0, rate, 0, rate * 1000L, 0, 0));
            store.addInterval(id, new Interval(0, second, 0, second * SECOND, (second + 1) * SECOND, 0,
                    SeriesCodec.encode(set)));
        }
    }

    private static Locator control(Page page, String name) {
        return page.locator("[form=view][name=" + name + "]");
    }

    private static Locator column(Page page, String name) {
        return page.locator("[form=view][name=columns][value='" + name + "']");
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator heading(Page page, String table, String name) {
        return page.locator(table + " th[data-name='" + name + "']").first();
    }

    private static void choose(Page page) {
        page.locator(".columns > summary").click();
        column(page, "workers").uncheck();
        control(page, "repeats").check();
        control(page, "sort").selectOption("response.p99");
        control(page, "x").selectOption("workers");
        control(page, "y").selectOption("response.p99");
    }

    private static void shows(Page page) {
        assertThat(heading(page, "#table", "stall-time")).isVisible();
        assertThat(heading(page, "#table", "workers")).isHidden();
        assertThat(page.locator("#table tr.run")).hasCount(12);
        assertThat(page.locator("#table tr.run td:first-child").first()).hasText("round 1");
        assertThat(heading(page, "#table", "response.p99")).hasAttribute("aria-sort", "ascending");
        assertThat(page.locator("#table tbody tr").first().locator("td").first()).hasText(Pattern.compile(".*\\b1"));
        assertThat(page.locator("#curves h3").first()).hasText("Response p99 over workers, by batch-size");
        assertThat(page.locator("#curves .behind").first().locator("tbody tr").first().locator("td").nth(3))
                .hasText("2.000");
        assertThat(page.locator("#chosen")).isVisible();
    }

    @Test
    void whatIsChosenStandsInTheAddressAndIsThereAfterReloading() {
        Page page = page(true);
        page.navigate(address(""));
        assertThat(page.locator("#chosen")).isHidden();
        choose(page);
        shows(page);
        assertThat(page).hasURL(Pattern.compile(".*\\?columns=batch-size,elapsed,response\\.p99,stall-time"
                + "&repeats=apart&sort=response\\.p99&x=workers&lines=batch-size&y=response\\.p99"));
        page.reload();
        shows(page);
        control(page, "repeats").uncheck();
        assertThat(page.locator("#table tr.run")).hasCount(0);
        page.getByText("Back to the usual view").click();
        assertThat(page).hasURL(address(""));
        assertThat(heading(page, "#table", "workers")).isVisible();
        assertThat(page.locator("#curves h3").first()).hasText("Duration over batch-size, by workers");
        assertThat(page.locator("#table tbody tr").first().locator("td").first()).hasText(Pattern.compile(".*100"));
    }

    @Test
    void theColumnsAreChosenByKeyboard() {
        Page page = page(true);
        page.navigate(address(""));
        page.locator(".columns > summary").focus();
        page.keyboard().press("Enter");
        column(page, "elapsed").focus();
        page.keyboard().press("Space");
        assertThat(heading(page, "#table", "elapsed")).isHidden();
        assertThat(page.locator("th[data-name=elapsed]:visible")).hasCount(0);
        assertThat(column(page, "batch-size")).isDisabled();
        button(page, "All").press("Enter");
        assertThat(heading(page, "#table", "stall-time")).isVisible();
        button(page, "The usual ones").press("Enter");
        assertThat(page).hasURL(address(""));
    }

    @Test
    void aHeadingSortsUpwardsThenDownwardsWithTheRepeatsBelowTheirRow() {
        Page page = page(true);
        page.navigate(address("?repeats=apart"));
        Locator duration = heading(page, "#table", "elapsed").locator("button");
        duration.click();
        assertThat(page).hasURL(address("?repeats=apart&sort=elapsed"));
        duration.click();
        assertThat(page).hasURL(address("?repeats=apart&sort=-elapsed"));
        assertThat(control(page, "sort").locator("option:checked")).hasText("Duration, downwards");
        for (int point = 0; point < 6; point++) {
            assertThat(page.locator("#table tbody tr").nth(3 * point)).not().hasClass("run");
            assertThat(page.locator("#table tbody tr").nth(3 * point + 1)).hasClass("run");
        }
    }

    @Test
    void whatOnlySomeRowsHaveIsKeptAlikeInThePageAndByItsScript() {
        styles(served().workbench().store());
        Page page = page(true);
        page.navigate(served().server().address() + "/reports/styles?x=workers&lines=style");
        Locator figure = page.locator("#curves figure").first();
        List<String> drawn = figure.locator(".behind td").allTextContents().stream().map(String::strip).toList();
        assertThat(drawn).containsExactly("2", "10.00", "4.00", "4", "6.00", "1.00");
        control(page, "y").selectOption("response.p99");
        assertThat(figure.locator("h3")).hasText("Response p99 over workers, by style");
        control(page, "y").selectOption("elapsed");
        assertThat(figure.locator("h3")).hasText("Duration over workers, by style");
        assertThat(figure.locator("figcaption p")).hasText("With batch-size 50.");
        assertThat(figure.locator(".behind td").allTextContents()).isEqualTo(drawn);
    }

    /** Put comes first, and of batches another size is the best of each number of workers. */
    private static void styles(ResultStore store) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch("styles", ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of(), 6));
        double[][] seconds = {{4, 8, 10}, {1, 9, 6}};
        for (int position = 0; position < 6; position++) {
            int workers = position / 3;
            int style = position % 3;
            List<Setting> settings = new ArrayList<>(List.of(varied("style", style == 0 ? "put" : "batch", null),
                    varied("workers", workers == 0 ? "2" : "4", workers == 0 ? 2.0 : 4.0)));
            if (style > 0) {
                settings.add(varied("batch-size", style == 1 ? "5" : "50", style == 1 ? 5.0 : 50.0));
            }
            long id = store.beginIteration(new NewIteration(batch, position, "p" + position, 0, 1, 0,
                    Instant.parse("2026-11-22T01:00:00Z").plusSeconds(position), 0, settings));
            store.endIteration(id, IterationState.DONE, "", List.of(
                    new MeasuredValue("elapsed", seconds[workers][style], false),
                    new MeasuredValue("response.p99", position + 1, false)));
        }
        store.release(batch);
    }

    /** What is said of a row as a whole is not said again below it; the rest stands in the columns of its own. */
    @Test
    void repeatsOfRowsThatDifferInDurabilityAreUnfoldedAndTailsMarkedAsByTheServer() {
        ResultStore store = served().workbench().store();
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch("sync", ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of(), 4));
        for (int n = 0; n < 4; n++) {
            long id = store.beginIteration(new NewIteration(batch, n, "p" + n % 2, n / 2, 1, 0,
                    Instant.parse("2026-11-22T01:00:00Z").plusSeconds(n), 0, List.of(
                            varied("workers", n % 2 == 0 ? "2" : "4", n % 2 == 0 ? 2.0 : 4.0),
                            Setting.detected("durability", n % 2 == 0 ? "durable" : "os-buffered"))));
            store.endIteration(id, IterationState.DONE, "", List.of(new MeasuredValue("elapsed", 2 + n, false),
                    new MeasuredValue("response.p99", 20, false), new MeasuredValue("response.max", 20, false)));
        }
        store.release(batch);
        String address = served().server().address() + "/reports/sync";
        Page page = page(true);
        page.navigate(address + "?repeats=apart&y=response.p99");
        List<String> made = page.locator("#table tr.run td").allTextContents().stream().map(String::strip).toList();
        assertThat(made).contains("round 1", "max 20.000");
        List<String> drawn = page.locator("#curves .behind").first().locator("td").allTextContents().stream()
                .map(String::strip).toList();
        assertThat(drawn).containsExactly("2", "max 20.000", "4", "max 20.000");
        page.navigate(address);
        control(page, "repeats").check();
        control(page, "y").selectOption("response.p99");
        assertThat(page.locator("#curves h3").first()).hasText("Response p99 over workers");
        assertThat(page.locator("#table tr.run td").allTextContents().stream().map(String::strip)).isEqualTo(made);
        assertThat(page.locator("#curves .behind").first().locator("td").allTextContents().stream().map(String::strip))
                .isEqualTo(drawn);
    }

    private static Setting varied(String name, String text, Double number) {
        return new Setting(name, text, number, "", SettingOrigin.VARY);
    }

    /** A run for a fixed time has fewer documents than were asked for. */
    @Test
    void aSettingAndAMeasureOfOneNameAreChosenSortedAndUnfoldedApart() {
        sameName(served().workbench().store());
        Page page = page(true);
        page.navigate(served().server().address() + "/reports/same-name");
        page.locator(".columns > summary").click();
        assertThat(column(page, "setting.documents")).isDisabled();
        control(page, "repeats").check();
        assertThat(page.locator("#table tr.run").first().locator("td")).hasText(new String[] {"round 1", "30000",
                "2.00", "60000"});
        heading(page, "#table", "documents").locator("button").click();
        assertThat(heading(page, "#table", "documents")).hasAttribute("aria-sort", "ascending");
        assertThat(page.locator("#table tbody tr").first().locator("td").first()).hasText(Pattern.compile("200k"));
        assertThat(page).hasURL(Pattern.compile(".*repeats=apart&sort=documents"));
        column(page, "documents").uncheck();
        assertThat(heading(page, "#table", "documents")).isHidden();
        assertThat(heading(page, "#table", "setting.documents")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*columns=setting\\.documents,documents-per-second,elapsed&.*"));
    }

    /** They are beside the main table's, and all there is to see in a table of their own. */
    @Test
    void whatAnOperationCostIsShownWhicheverColumnsAreChosen() {
        sameName(served().workbench().store(), new MeasuredValue("generator-cpu-per-operation", 94.6, false));
        Page page = page(true);
        page.navigate(served().server().address() + "/reports/same-name?columns=elapsed");
        Locator costs = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("What one operation cost"));
        assertThat(costs.locator("th:visible")).hasText(new Pattern[] {
            Pattern.compile("documents"), Pattern.compile("Generator CPU.*")});
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("What one operation cost")))
                .hasCount(1);
    }

    /** Two runs of 2 and 4 s have an interval that would reach far below 0, if it were symmetrical. */
    @Test
    void theAxisOfWhatCannotBeNegativeBeginsAtNothing() {
        sameName(served().workbench().store());
        Page page = page(true);
        page.navigate(served().server().address() + "/reports/same-name?y=elapsed");
        assertThat(page.locator("#curves [data-curve] text").getByText("Duration s")).isVisible();
        assertThat(page.locator("#curves [data-curve] text").allTextContents()).contains("0")
                .noneMatch(text -> text.matches("[-−].*"));
        assertThat(page.locator("#curves .behind td").nth(1)).hasText(Pattern.compile("3\\.00 \\(0\\.04–207\\)"));
    }

    /** In every panel the phase after the load has its name, and the mark has one, too. */
    @Test
    void phasesAndMarksHaveTheirNamesBesideEachOther() {
        sameName(served().workbench().store());
        Page page = page(true);
        page.navigate(served().server().address() + "/reports/same-name");
        Locator charts = page.locator("[data-trace]");
        assertThat(charts.count()).isGreaterThan(1);
        for (int chart = 0; chart < charts.count(); chart++) {
            List<BoundingBox> boxes = new ArrayList<>();
            for (String name : List.of("settle", "warning")) {
                Locator text = charts.nth(chart).locator("text").getByText(name, new Locator.GetByTextOptions()
                        .setExact(true));
                assertThat(text).hasCount(1);
                boxes.add(text.boundingBox());
            }
            BoundingBox phase = boxes.getFirst();
            BoundingBox mark = boxes.getLast();
            assertThat(phase.x < mark.x + mark.width && mark.x < phase.x + phase.width
                    && phase.y < mark.y + mark.height - 2 && mark.y < phase.y + phase.height - 2).isFalse();
        }
    }

    private static void sameName(ResultStore store, MeasuredValue... besides) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch("same-name", ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(),
                Map.of("documents", "100k"), 4));
        for (int n = 0; n < 4; n++) {
            boolean more = n % 2 == 1;
            long id = store.beginIteration(new NewIteration(batch, n, "p" + n % 2, n / 2, 1, 0,
                    Instant.parse("2026-11-22T01:00:00Z").plusSeconds(n), 0, List.of(new Setting("documents",
                            more ? "200k" : "100k", more ? 200e3 : 100e3, "", SettingOrigin.VARY))));
            course(store, id, 1000);
            store.addPhase(id, new PhaseSpan(1, Phase.SETTLE, false, 20 * SECOND, 20 * SECOND + SECOND / 2, 0, 0,
                    false, 0,
                    0), List.of(), List.of());
            store.addEvent(id, new Event(20 * SECOND, "warning", "The engine stalled writers."));
            store.endIteration(id, IterationState.DONE, "", Stream.concat(Stream.of(besides), Stream.of(
                    new MeasuredValue("elapsed", 2 + n, false),
                    new MeasuredValue("documents", more ? 50e3 : 60e3, false))).toList());
        }
        store.release(batch);
    }

    @Test
    void withoutScriptsTheServerShowsTheSame() {
        Page page = page(false);
        page.navigate(address(""));
        choose(page);
        button(page, "Show").first().click();
        shows(page);
        page.getByText("Back to the usual view").click();
        assertThat(page.locator("#chosen")).isHidden();
        assertThat(page.locator("#table tr.run")).hasCount(0);
    }

    @Test
    void theFileKeepsItInItsFragmentAndTellsWhatItDoesNotKnow() throws IOException {
        ResultStore store = served().workbench().store();
        Path file = folder().resolve("matrix.html");
        Files.writeString(file, HtmlReport.of(Report.open(store, "matrix").orElseThrow(), store::detail));
        Page page = page(true);
        page.navigate(file.toUri().toString());
        assertThat(control(page, "objective")).hasCount(0);
        choose(page);
        shows(page);
        assertThat(page).hasURL(Pattern.compile("file:.*matrix\\.html#columns=.*&y=response\\.p99"));
        page.reload();
        shows(page);
        page.navigate(file.toUri() + "#x=worker");
        assertThat(page.locator("#astray")).hasText(
                "X: there is no setting that varies 'worker' (did you mean 'workers'?).");
        page.navigate(file.toUri() + "#over=operations&repeats=apart");
        assertThat(page.locator("#astray")).isHidden();
        assertThat(control(page, "over")).hasValue("operations");
        assertThat(page.locator("#table tr.run")).hasCount(12);
    }

    @Test
    void anotherObjectiveIsAskedOfTheServer() {
        Page page = page(true);
        page.navigate(address("?repeats=apart"));
        control(page, "objective").selectOption("response.p99");
        assertThat(page).hasURL(address("?objective=response.p99&repeats=apart"));
        assertThat(page.locator(".figures").first()).containsText("Response p99");
        assertThat(page.locator("#table tr.run")).hasCount(12);
        page.getByText("Back to the usual view").click();
        assertThat(page.locator(".figures").first()).containsText("Duration");
    }

    /** Every chart over time shows the same stretch; it is left in the address. */
    @Test
    void draggingWheelAndButtonsZoomTheWholeStack() {
        Page page = page(true);
        page.navigate(address(""));
        Locator charts = page.locator("[data-trace]");
        charts.first().scrollIntoViewIfNeeded();
        BoundingBox box = charts.first().boundingBox();
        page.mouse().move(box.x + 120, box.y + 60);
        page.mouse().down();
        page.mouse().move(box.x + 160, box.y + 60);
        page.mouse().move(box.x + 200, box.y + 60);
        page.mouse().up();
        assertThat(page).hasURL(Pattern.compile(".*\\?from=[0-9.]+&to=[0-9.]+"));
        String dragged = page.url();
        page.keyboard().down("Control");
        page.mouse().wheel(0, -300);
        page.keyboard().up("Control");
        assertThat(page).not().hasURL(dragged);
        button(page, "all").press("Enter");
        assertThat(page).hasURL(address(""));
        button(page, "in").press("Enter");
        assertThat(page).hasURL(address("?from=5&to=15"));
        button(page, "later").press("Enter");
        assertThat(page).hasURL(address("?from=10&to=20"));
        page.reload();
        assertThat(button(page, "all")).isEnabled();
        for (int chart = 0; chart < charts.count(); chart++) {
            assertThat(charts.nth(chart).locator("text").getByText("20 s",
                    new Locator.GetByTextOptions().setExact(true)))
                    .hasCount(0);
            assertThat(charts.nth(chart).locator("text").getByText("14 s",
                    new Locator.GetByTextOptions().setExact(true)))
                    .hasCount(1);
        }
        control(page, "over").selectOption("operations");
        assertThat(page).hasURL(address("?over=operations"));
    }

    @Test
    void theCrosshairGoesThroughEveryChartOfTheStack() {
        Page page = page(true);
        page.navigate(address(""));
        Locator charts = page.locator("[data-trace]");
        charts.first().scrollIntoViewIfNeeded();
        BoundingBox box = charts.first().boundingBox();
        page.mouse().move(box.x + 150, box.y + 60);
        page.mouse().move(box.x + 160, box.y + 60);
        assertThat(charts.count()).isGreaterThan(1);
        for (int chart = 0; chart < charts.count(); chart++) {
            assertThat(charts.nth(chart).locator(".told dt").first()).hasText("throughput /s");
            assertThat(charts.nth(chart).locator(".told")).containsText("p99");
        }
    }

    @Test
    void aChartIsSavedAsSvgAndAsPng() throws IOException {
        Page page = page(true);
        page.navigate(address(""));
        Locator tools = page.locator("#time .tools").first();
        Path svg = page.waitForDownload(() -> tools.getByText("SVG").click()).path();
        assertThat(Files.readString(svg)).startsWith("<svg").contains("throughput");
        Path png = page.waitForDownload(() -> tools.getByText("PNG").click()).path();
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void whatAnAddressAsksForInVainIsToldWithTheNearest() throws Exception {
        Browser plain = served().anonymous();
        for (String query : List.of("columns=batch-sise", "sort=elasped", "x=wrokers", "lines=workes", "y=response.p9",
                "over=tiem", "repeats=apar", "objective=elapsd", "from=5", "to=x", "colums=elapsed")) {
            Answer answer = plain.get("/reports/matrix?" + query);
            assertThat(answer.status()).as(query).isEqualTo(400);
            assertThat(answer.body()).as(query).containsPattern("did you mean|go together|is no number");
        }
        assertThat(plain.get("/reports/matrix?columns=%3Cscript%3Ealert(1)").body()).doesNotContain("<script>alert(1)");
    }
}
