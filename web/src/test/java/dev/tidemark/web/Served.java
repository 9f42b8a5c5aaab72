package dev.tidemark.web;

import module java.base;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.AllowList;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.accounts.Role;

/** A server of its own, on a store of its own, with an administrator {@code ada} and a reader {@code rob}. */
final class Served implements AutoCloseable {

    static final String PASSWORD = "correct horse";

    /** Of the password, made and checked in no time; what a real one costs is AccountsTest's matter. */
    private static final String HASH = "$argon2id$v=19$m=64,t=1,p=1$eJZ1TNiuOoxjjqyTs+JNOQ"
            + "$o0+j/vYWbkP492MrzPI2xuI83YYyv+7R3wD9DDuWAYs";

    private static final String TEMP = "java.io.tmpdir";

    /** No test sees a report that is still being made unless it wants to. */
    private static final Duration PATIENT = Duration.ofMinutes(1);

    /** Tests that are about something else may reach what they want. */
    static final ServerPolicy OPEN = ServerPolicy.of(new AllowList(true, List.of(Path.of("/")), List.of(Path.of("/")),
            List.of(AllowList.ANY), List.of(new SecretRef(SecretRef.Kind.ENV, ""), SecretRef.parse("file:/")), List.of(),
            List.of(), Set.of()));

    private final String tempBefore = System.getProperty(TEMP);

    private final Workbench workbench;
    private final JobProcessor processor;
    private final WebServer server;
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private Served(Path folder, UnaryOperator<WebOptions> options, Clock clock) {
        // The lock on the machine lies there: neither other builds nor a person's run must disturb the tests.
        System.setProperty(TEMP, folder.toString());
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", clock);
        processor = workbench.jobProcessor();
        server = WebServer.start(workbench, processor, options.apply(new WebOptions("127.0.0.1", 0, true,
                Optional.empty()).waiting(PATIENT).allowing(OPEN)), clock, failures::add);
    }

    static Served withoutAccounts(Path folder) {
        return new Served(folder, o -> o, Clock.system());
    }

    static Served withoutLogin(Path folder) {
        return new Served(folder, o -> new WebOptions(o.host(), 0, false, Optional.empty()).waiting(PATIENT)
                .allowing(OPEN), Clock.system());
    }

    static Served with(Path folder) {
        return with(folder, o -> o);
    }

    /** Whose pages wait so long for a report. */
    static Served with(Path folder, Duration patience) {
        return with(folder, o -> o.waiting(patience));
    }

    /** Whose time of day may be another. */
    static Served with(Path folder, Clock clock) {
        return with(folder, o -> o, clock);
    }

    /** Which is started so. */
    static Served with(Path folder, UnaryOperator<WebOptions> options) {
        return with(folder, options, Clock.system());
    }

    private static Served with(Path folder, UnaryOperator<WebOptions> options, Clock clock) {
        Served served = new Served(folder, options, clock);
        served.add("ada", Role.ADMINISTRATOR);
        served.add("rob", Role.READER);
        return served;
    }

    /** Somebody with the password of all. */
    void add(String name, Role role) {
        workbench.store().accounts().add(name, role, HASH);
    }

    Workbench workbench() {
        return workbench;
    }

    JobProcessor processor() {
        return processor;
    }

    int port() {
        return URI.create(server.address()).getPort();
    }

    WebServer server() {
        return server;
    }

    /** What broke while a request was answered. */
    List<Throwable> failures() {
        return failures;
    }

    Browser anonymous() {
        return new Browser(server.address());
    }

    Browser loggedIn(String name) throws Exception {
        Browser browser = anonymous();
        browser.get("/login");
        browser.send("/login", "name", name, "password", PASSWORD);
        return browser;
    }

    /** What a browser keeps in which somebody is logged in. */
    Map<String, String> cookies(String name) {
        try {
            return loggedIn(name).cookies();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** With a token of its own, named after its role. */
    Client program(Role role) {
        return new Client(server.address()).withToken(workbench.accounts().addToken(Types.word(role), role, "ada"));
    }

    @Override
    public void close() {
        processor.close();
        server.close();
        workbench.close();
        System.setProperty(TEMP, tempBefore);
    }
}
