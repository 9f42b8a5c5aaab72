package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.NotOfferedException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/**
 * Tries a target, one thing after the other: connecting, making a place of its own, every capability, and removing the
 * place again, which is done whatever happens in between. Used once.
 */
public final class Trials {

    /** The name of its place on a server; the driver makes and drops it only with our mark. */
    public static final String NAMESPACE = "tidemark_doctor";
    /** The steps around the capabilities. */
    public static final String CONNECT = "connect";
    public static final String CREATE = "create";
    public static final String DROP = "drop";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int VALUE_SIZE = 1000;
    private static final int DEPTH = 8;

    private final Driver driver;
    private final Values values;
    private final Context context;
    private final Listener listener;
    private final Duration limit;
    /** Why nothing more can be tried; empty while it can. */
    private String blocked = "";

    /** Is told what comes of it, as it comes. */
    public interface Listener {

        /** What the server has set, and what the target's settings came to. */
        void found(List<Setting> facts);

        void completed(Trial trial);
    }

    /** @param values of the driver's params */
    public Trials(Driver driver, Values values, Context context, Listener listener) {
        this(driver, values, context, listener, LIMIT);
    }

    /** @param limit how long a single trial may take */
    Trials(Driver driver, Values values, Context context, Listener listener, Duration limit) {
        this.driver = driver;
        this.values = values;
        this.context = context;
        this.listener = listener;
        this.limit = limit;
    }

    /** What is tried. @return what there is to say about it, when it works */
    @FunctionalInterface
    private interface Attempt {
        String run() throws Exception;
    }

    /** The same where there is nothing to say. */
    @FunctionalInterface
    private interface Silent {
        void run() throws Exception;
    }

    /** The name under which a capability is told. */
    public static String name(Capability capability) {
        return Types.word(capability);
    }

    /**
     * Tries all.
     *
     * @throws InvalidInputException when the settings cannot be used
     */
    public void run() {
        connect();
        if (blocked.isEmpty() && ofOthers()) {
            tryExistingIndex();
            return;
        }
        readOnlyReason().ifPresent(this::block);
        if (!blocked.isEmpty()) {
            report(CREATE, TrialResult.NOT_TRIED, blocked);
            leaveOutAll();
            return;
        }
        try {
            tryIn(Scratch.of(values));
        } catch (DriverException e) {
            listener.completed(failed(CREATE, e));
            block("nothing could be made there");
            leaveOutAll();
        }
    }

    /** What is tried of statements that are the user's own. */
    @FunctionalInterface
    public interface OwnStatements {

        /** @param results takes what comes of each; the name of what was tried and, where it was refused, why */
        void read(StatementSession session, Consumer<Trial> results) throws Exception;
    }

    /**
     * Tries whether statements of the user's can be carried out, in the place that the connection is in. Nothing is
     * made, and none of them is carried out.
     */
    public void run(OwnStatements statements) {
        connect();
        if (!blocked.isEmpty()) {
            report(name(Capability.STATEMENTS), TrialResult.NOT_TRIED, blocked);
            return;
        }
        try (OpenTarget target = driver.open(values, context)) {
            if (!offers(Capability.STATEMENTS)) {
                leaveOut(Capability.STATEMENTS);
                return;
            }
            if (!target.visit()) {
                report(name(Capability.STATEMENTS), TrialResult.NOT_TRIED,
                        "there is nothing of yours in a place that each run makes anew");
                return;
            }
            Trial all = trial(name(Capability.STATEMENTS), target, () -> {
                try (StatementSession session = target.session(0, StatementSession.class)) {
                    statements.read(session, listener::completed);
                }
                return "";
            });
            if (all.verdict() != TrialResult.WORKS) {
                listener.completed(all);
            }
        } catch (DriverException e) {
            listener.completed(failed(name(Capability.STATEMENTS), e));
        }
    }

    /** Whether it is an index that others have made, of which nothing is made or dropped. */
    private boolean ofOthers() {
        return SearchParams.ownIndex(values).isPresent();
    }

    private void tryExistingIndex() {
        block("the index was made by others and is only read");
        report(CREATE, TrialResult.NOT_TRIED, blocked);
        try (OpenTarget target = driver.open(values, context)) {
            target.visit();
            attempt(name(Capability.SEARCH), target, () -> new SearchTrials(target).existing());
        } catch (DriverException e) {
            listener.completed(failed(name(Capability.SEARCH), e));
        }
        Stream.of(Capability.values()).filter(c -> c != Capability.SEARCH).forEach(this::leaveOut);
        report(DROP, TrialResult.NOT_TRIED, blocked);
    }

    private void leaveOutAll() {
        List.of(Capability.values()).forEach(this::leaveOut);
        report(DROP, TrialResult.NOT_TRIED, blocked);
    }

    private void block(String why) {
        blocked = why;
    }

    /** Why nothing may be written there; empty where it may. */
    private Optional<String> readOnlyReason() {
        if (driver.destroys(values).isPresent()) {
            return Optional.of("it would be written over");
        }
        if (OwnDatabase.isOf(values)) {
            return Optional.of("it is a database of your own, on which volume works");
        }
        if (driver.onlyReads(values)) {
            return Optional.of("it was made by others and is only read");
        }
        boolean server = values.params().contains(ConnectionParams.CONNECT_TIMEOUT);
        return server && !values.params().contains(ConnectionParams.NAMESPACE)
                ? Optional.of("this driver makes nothing on a server") : Optional.empty();
    }

    private void connect() {
        try (OpenTarget target = driver.open(values, context)) {
            boolean works = attempt(CONNECT, target, () -> {
                if (ofOthers()) {
                    target.visit();
                }
                if (OwnDatabase.isOf(values)) {
                    ((KeyspaceTarget) target).requireFound(1);
                }
                String version = target.version();
                listener.found(target.facts());
                return version;
            });
            if (!works && blocked.isEmpty()) {
                block("there is no connection");
            }
        } catch (DriverException | LinkageError e) {
            listener.completed(failed(CONNECT, e));
            block("it cannot be opened");
        }
    }

    private void tryIn(Scratch scratch) {
        try {
            Values place = with(scratch.values(), 1);
            boolean made = tryAll(place);
            trySeveralAtOnce(with(scratch.values(), DEPTH));
            drop(place, made);
            scratch.remove();
        } catch (DriverException e) {
            Trial trial = failed(DROP, e);
            listener.completed(new Trial(DROP, trial.verdict(), trial.message() + "; " + scratch.name()
                    + " may be left behind"));
        }
    }

    /** With so many operations in flight, where that is a setting. */
    private static Values with(Values values, int depth) {
        Optional<? extends Param<?>> param = values.params().lookUp(AsyncKeyValueSession.QUEUE_DEPTH)
                .map(found -> found.param());
        return param.isEmpty() ? values
                : values.with(AsyncKeyValueSession.QUEUE_DEPTH, String.valueOf(depth), SettingOrigin.SET);
    }

    /** @return whether the place was made */
    private boolean tryAll(Values place) throws DriverException {
        boolean made;
        try (OpenTarget target = driver.open(place, context)) {
            made = attempt(CREATE, target, () -> create(target));
            if (!made && blocked.isEmpty()) {
                block("nothing could be made there");
            }
            for (Capability capability : Capability.values()) {
                if (capability != Capability.ASYNC_KEYSPACES) {
                    tryOne(capability, target);
                }
            }
        }
        return made;
    }

    private String create(OpenTarget target) throws DriverException {
        target.create();
        if (target instanceof KeyspaceTarget keyspaces) {
            if (offers(Capability.KEYSPACES)) {
                keyspaces.makeKeyspace(KeyValueTrials.NUMBERED, KeyValueTrials.KEYS, valueSize());
            }
            if (offers(Capability.KEY_VALUES)) {
                keyspaces.makeKeyspace(KeyValueTrials.ANY, 1000, VALUE_SIZE);
            }
        }
        listener.found(target.effective().settings().stream()
                .filter(s -> s.origin() == SettingOrigin.EFFECTIVE).toList());
        return "";
    }

    private boolean offers(Capability capability) {
        return driver.capabilities().contains(capability);
    }

    private int valueSize() {
        return driver.blockSize().map(values::get).map(Math::toIntExact).orElse(VALUE_SIZE);
    }

    private void tryOne(Capability capability, OpenTarget target) {
        if (!offers(capability) || !blocked.isEmpty()) {
            leaveOut(capability);
            return;
        }
        boolean here = driver.capabilities(values).contains(capability);
        Trial trial = trial(name(capability), target, attempt(capability, target));
        listener.completed(here || trial.verdict() == TrialResult.BROKEN ? trial
                : new Trial(trial.name(), TrialResult.NOT_OFFERED, trial.message()));
    }

    private void leaveOut(Capability capability) {
        boolean offered = offers(capability);
        report(name(capability), offered ? TrialResult.NOT_TRIED : TrialResult.NOT_OFFERED, offered ? blocked : "");
    }

    private Attempt attempt(Capability capability, OpenTarget target) {
        Samples samples = samples(target);
        return switch (capability) {
            case DOCUMENT_WRITER -> reporting(target, () -> new DocumentTrials(target, samples).writing());
            case DOCUMENT_READER -> reporting(target, () -> new DocumentTrials(target, samples).reading());
            case KEYSPACES -> reporting(target, () -> keys(target).numbered(offers(Capability.KEY_VALUES)));
            case ASYNC_KEYSPACES -> reporting(target, () -> new AsyncTrial(as(KeyspaceTarget.class, target), samples,
                    valueSize(), context.clock()).run());
            case KEY_VALUES -> reporting(target, () -> keys(target).anyKeys());
            case TRANSACTIONS -> reporting(target, () -> keys(target).transactions());
            case DELETE -> reporting(target, () -> keys(target).deleting());
            case HEAD -> reporting(target, () -> keys(target).heads());
            case INDEX -> reporting(target, () -> new IndexTrial(as(KeyspaceTarget.class, target), samples).run());
            case SCAN -> reporting(target, () -> keys(target).scanning());
            case WALK -> reporting(target, () -> keys(target).walking());
            case COMPACT -> reporting(target, () -> keys(target).compacting(offers(Capability.DELETE)));
            case SNAPSHOT -> reporting(target, () -> keys(target).snapshot());
            case MAINTENANCE -> reporting(target, () -> keys(target).maintaining(driver.maintenance()));
            case STATEMENTS -> reporting(target, () -> new StatementTrials(target).single());
            case STATEMENT_PIPELINES -> reporting(target, () -> new StatementTrials(target).pipelined());
            case STATEMENT_COPY -> reporting(target, () -> new StatementTrials(target).copied());
            case SEARCH -> reporting(target, () -> new SearchTrials(target).words());
            case VECTOR_SEARCH -> reporting(target, () -> new SearchTrials(target).vectors());
            case API_STYLES -> reporting(target, () -> new StyleTrials(as(StyleTarget.class, target),
                    driver.styles(values), retains(target)).run());
        };
    }

    private static Attempt reporting(OpenTarget target, Silent trial) {
        return () -> {
            trial.run();
            return retains(target) ? "" : "it keeps nothing, so that no answer could be compared";
        };
    }

    private static boolean retains(OpenTarget target) {
        return !(target instanceof KeyspaceTarget keyspaces) || keyspaces.retainsData();
    }

    private static Samples samples(OpenTarget target) {
        return new Samples(retains(target), target.localStorage().map(LocalStorage::alignment).orElse(1));
    }

    private KeyValueTrials keys(OpenTarget target) throws WrongAnswerException {
        return new KeyValueTrials(as(KeyspaceTarget.class, target), samples(target), valueSize());
    }

    /** Over a target of its own, since the setting is one of opening. */
    private void trySeveralAtOnce(Values place) {
        if (!offers(Capability.ASYNC_KEYSPACES) || !blocked.isEmpty()) {
            leaveOut(Capability.ASYNC_KEYSPACES);
            return;
        }
        try (OpenTarget target = driver.open(place, context)) {
            tryOne(Capability.ASYNC_KEYSPACES, target);
        } catch (DriverException e) {
            listener.completed(failed(name(Capability.ASYNC_KEYSPACES), e));
        }
    }

    /** Over a target of its own, since the one before may have been aborted. Done even when it was stopped. */
    private void drop(Values place, boolean made) throws DriverException {
        Context patient = new Context(context.clock(), context.scratch(), context.secrets(), context.note(),
                () -> false);
        try (OpenTarget target = driver.open(place, patient); Watch watch = new Watch(patient, target, limit)) {
            target.drop();
            report(DROP, made ? TrialResult.WORKS : TrialResult.NOT_TRIED, made ? "" : blocked);
        } catch (DriverException e) {
            if (made) {
                throw e;
            }
            report(DROP, TrialResult.NOT_TRIED, blocked); // nothing was made, or it is told above why not
        }
    }

    /** Tries something and tells how it went. @return whether it works */
    private boolean attempt(String name, OpenTarget target, Attempt attempt) {
        Trial trial = trial(name, target, attempt);
        listener.completed(trial);
        return trial.verdict() == TrialResult.WORKS;
    }

    private Trial trial(String name, OpenTarget target, Attempt attempt) {
        Trial trial;
        Watch watch = new Watch(context, target, limit);
        try (watch) {
            trial = new Trial(name, TrialResult.WORKS, attempt.run());
        } catch (UntriedException e) {
            trial = new Trial(name, TrialResult.NOT_TRIED, e.getMessage());
        } catch (Exception | LinkageError e) {
            trial = failed(name, e);
        }
        if (watch.isCancelled()) {
            block("stopped");
            return new Trial(name, TrialResult.NOT_TRIED, blocked);
        }
        if (watch.isLate()) {
            block(name + " did not end, so that the target was given up");
            return new Trial(name, TrialResult.BROKEN, "it did not end within " + limit.toSeconds() + " s");
        }
        return trial;
    }

    private void report(String name, TrialResult verdict, String message) {
        listener.completed(new Trial(name, verdict, message));
    }

    private static Trial failed(String name, Throwable e) {
        if (e instanceof InvalidInputException wrong) {
            throw wrong;
        }
        if (e instanceof NotOfferedException) {
            return new Trial(name, TrialResult.NOT_OFFERED, oneLine(e));
        }
        boolean answered = e instanceof DriverException && !(e instanceof UnreachableException)
                && !(e.getCause() instanceof TimeoutException);
        boolean refused = answered || e instanceof OverloadedException || e instanceof StatementException;
        return new Trial(name, refused ? TrialResult.REFUSED : TrialResult.BROKEN, oneLine(e));
    }

    private static String oneLine(Throwable e) {
        boolean expected = e instanceof DriverException || e instanceof OverloadedException
                || e instanceof StatementException || e instanceof TimeoutException
                || e instanceof WrongAnswerException;
        String message = expected && e.getMessage() != null ? e.getMessage() : e.toString();
        return DriverException.oneLine(message);
    }

    /** @throws WrongAnswerException when the driver says that it is one, and it is none */
    static <T> T as(Class<T> type, Object thing) throws WrongAnswerException {
        if (!type.isInstance(thing)) {
            throw new WrongAnswerException("the driver offers it, but " + thing.getClass().getSimpleName() + " is no "
                    + type.getSimpleName());
        }
        return type.cast(thing);
    }
}
