package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.MemoryCgroups;
import dev.tidemark.launch.rig.RigStatus.State;

/** Starts, watches and stops the servers of rigs, each in a folder of its own below one. Thread-safe. */
public final class RigLauncher {

    /** A server that was killed may have to recover first; one that has ended is not waited for. */
    private static final Duration START_LIMIT = Duration.ofMinutes(10);
    /** A server may have much to write before it ends. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(2);
    /** After so long somebody who waits for the end wants to know why. */
    private static final Duration STOP_NOTICE = Duration.ofSeconds(5);
    /** How the system calls EADDRINUSE, and so every server. */
    private static final String PORT_TAKEN = "ddress already in use";
    private static final int MOST_STARTS = 3;
    private static final String MORE_MEMORY = "its processes needed more than its " + RigParams.MEMORY.name();

    private final Path root;
    private final Clock clock;
    private final ArtifactFetcher fetcher;

    /** @param root a folder of Tidemark's own, made when it is needed */
    public RigLauncher(Path root, Clock clock, ArtifactFetcher fetcher) {
        this.root = root;
        this.clock = clock;
        this.fetcher = fetcher;
    }

    /**
     * A server that runs now.
     *
     * @param already whether it did before
     */
    public record Started(RunningServer server, boolean already) {}

    /** What it takes to ask for, or start, the server of a rig. */
    private record Work(Rig rig, RigFolder folder, RigProcess process, ServerMemory memory, ServerDisk disk,
            RigListener listener) {

        /** @throws InvalidInputException when the settings cannot be used, or not on this machine */
        void check(Values values) {
            rig.params().check(values);
            memory.check(values);
            ServerDisk.check(values);
        }

        LocalCommands commands() throws IOException, RigException, InterruptedException {
            return new LocalCommands(folder.home(), false);
        }

        /** Undoes what faults have done of which nobody is left to do that. */
        void wake() throws IOException, RigException, InterruptedException {
            disk.restore();
            process.wake(commands());
        }

        /** Removes what is left of a server that was started and has ended. */
        void clear() throws IOException, RigException, InterruptedException {
            disk.restore();
            process.killLeft();
            memory.remove();
            disk.unmount(commands());
        }
    }

    private Work work(Rig rig, RigListener listener) {
        RigFolder folder = new RigFolder(root.resolve(rig.name()));
        return new Work(rig, folder, new RigProcess(folder, clock),
                new ServerMemory(folder, MemoryCgroups.system(clock)), new ServerDisk(folder), listener);
    }

    /**
     * Starts a server, unless it runs, and returns when it answers.
     *
     * @param requested of the rig's params; when it runs already, those that were set must be what it runs with
     * @throws InvalidInputException when the settings cannot be used, or are not those of the server that runs
     * @throws RigException          when it cannot be started, with the server's own message
     */
    public Started start(Rig rig, Values requested, RigListener listener) throws RigException, InterruptedException {
        Values values = absolute(requested);
        Work work = work(rig, listener);
        work.check(values);
        ServerArtifact artifact = rig.artifact(values, Platform.current());
        try {
            work.folder.make();
            try (RigLock lock = RigLock.take(work.folder.lock())) {
                Optional<ProcessIdentity> living = work.process.living();
                if (living.isPresent()) {
                    work.wake();
                    return new Started(joined(work, values, living.get()), true);
                }
                RunningServer server = started(work, values, artifact);
                work.folder.recordRequested(server.settings());
                return new Started(server, false);
            }
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /**
     * Checks that {@link #change} can do what it is to be asked.
     *
     * @throws InvalidInputException when the settings cannot be used, or not on this machine
     */
    public void check(Rig rig, Map<String, String> settings) throws RigException {
        Work work = work(rig, RigListener.NONE);
        try {
            Values values = values(rig, requestedSettings(work, settings));
            work.check(values);
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** As it was asked for, but for some settings. */
    private static Map<String, String> requestedSettings(Work work, Map<String, String> settings) throws IOException {
        Map<String, String> requested = new TreeMap<>(work.folder.requestedSettings().orElse(Map.of()));
        requested.putAll(settings);
        return requested;
    }

    /**
     * Lets the server of a rig that runs go on with some settings other than those of its last {@link #start}; one that
     * runs with them already is left alone, any other is started anew.
     *
     * @param settings by name, as texts; what is not among them is as it was asked for
     * @return whether it was started anew
     * @throws RigException when it does not run and should have settings of its own, or cannot be started with them: it
     *                      was then started as it was asked for
     */
    public boolean change(Rig rig, Map<String, String> settings, RigListener listener)
            throws RigException, InterruptedException {
        Work work = work(rig, listener);
        if (!work.folder.exists()) {
            return withoutServer(rig, settings); // nor a place for a lock
        }
        try (RigLock lock = RigLock.take(work.folder.lock())) {
            Optional<ProcessIdentity> living = work.process.living();
            if (living.isEmpty() && settings.isEmpty()) {
                return false;
            }
            Map<String, String> requested = requestedSettings(work, settings);
            if (living.isEmpty()) {
                return withoutServer(rig, settings);
            }
            if (runsWith(work, requested)) {
                return false;
            }
            startAnew(work, living, settings);
            return true;
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** Whether a server runs with that; what an update has added is its default in what was recorded before. */
    private static boolean runsWith(Work work, Map<String, String> requested) throws IOException {
        Map<String, String> recorded = work.folder.settings().orElse(Map.of());
        try {
            return requested.equals(recorded) || values(work.rig, requested).equals(values(work.rig, recorded));
        } catch (InvalidInputException e) { // of another version, and not to be read any more
            return false;
        }
    }

    /** False, as nothing is to be changed. @throws RigException where something is */
    private static boolean withoutServer(Rig rig, Map<String, String> settings) throws RigException {
        if (settings.isEmpty()) {
            return false;
        }
        throw new RigException("rig " + rig.name() + " does not run; start it: "
                + ShellCommand.of("rig", "start", rig.name()));
    }

    /**
     * Starts the server of a rig anew, whatever has become of it, where it was started and not stopped since.
     *
     * @param settings as of {@link #change}
     * @return whether it was
     */
    public boolean renew(Rig rig, Map<String, String> settings, RigListener listener)
            throws RigException, InterruptedException {
        Work work = work(rig, listener);
        if (!work.folder.exists()) {
            return false;
        }
        try (RigLock lock = RigLock.take(work.folder.lock())) {
            if (work.process.recorded().isEmpty()) {
                return false;
            }
            startAnew(work, work.process.living(), settings);
            return true;
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** Lets servers of a rig go on that are paused; those that are not take no notice. */
    public void wake(Rig rig) throws RigException, InterruptedException {
        Work work = work(rig, RigListener.NONE);
        try {
            if (work.process.living().isPresent()) {
                work.wake();
            }
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    private void startAnew(Work work, Optional<ProcessIdentity> living, Map<String, String> settings)
            throws IOException, RigException, InterruptedException {
        Values values = values(work.rig, requestedSettings(work, settings));
        work.check(values);
        ServerArtifact artifact = work.rig.artifact(values, Platform.current());
        if (living.isPresent()) {
            end(work, living.get());
        }
        try {
            started(work, values, artifact);
        } catch (IOException | RigException | InvalidInputException e) { // the last: its port is another's by now
            if (!settings.isEmpty()) {
                startAsRequested(work, e);
            }
            throw e;
        }
    }

    /** Whoever comes next, with settings that can be used, finds the server that was asked for. */
    private void startAsRequested(Work work, Exception failure) throws InterruptedException {
        try {
            Values requested = values(work.rig, requestedSettings(work, Map.of()));
            started(work, requested, work.rig.artifact(requested, Platform.current()));
        } catch (IOException | RigException | InvalidInputException e) {
            failure.addSuppressed(e);
        }
    }

    private static RigException failure(Work work, IOException e) {
        String what = e instanceof NoSuchFileException missing ? missing.getFile() + " cannot be made"
                : OwnedDataDirectory.failure(work.folder.home(), e).getMessage();
        return new RigException("rig " + work.rig.name() + ": " + what, e);
    }

    /** The server that another start has left running, which may not answer yet. */
    private RunningServer joined(Work work, Values values, ProcessIdentity process)
            throws IOException, RigException, InterruptedException {
        Map<String, String> settings = work.folder.settings().orElseThrow(() -> new RigException(
                "rig " + work.rig.name() + " runs as process " + process.pid() + ", but " + work.folder.home()
                        + " does not say with which settings; stop it first"));
        Values recorded = values(work.rig, settings);
        for (String name : values.texts().keySet()) {
            boolean set = values.origin(values.params().find(name).param()) != SettingOrigin.DECLARED;
            String runsWith = recorded.texts().get(name);
            if (set && !values.texts().get(name).equals(runsWith)) {
                throw new InvalidInputException(name + ": rig " + work.rig.name() + " runs already, with "
                        + runsWith + "; to change that, stop it first: "
                        + ShellCommand.of("rig", "stop", work.rig.name()));
            }
        }
        await(work, recorded, process);
        return server(work, recorded, process);
    }

    /** On other ports where one that was free when it was drawn has been taken before the server listens. */
    private RunningServer started(Work work, Values values, ServerArtifact artifact)
            throws IOException, RigException, InterruptedException {
        for (int starts = 1;; starts++) {
            try {
                return startedOnce(work, values, artifact);
            } catch (RigException e) {
                if (starts == MOST_STARTS || work.process.living().isPresent()
                        || !work.folder.logged(0).contains(PORT_TAKEN)) {
                    throw e;
                }
            }
        }
    }

    private RunningServer startedOnce(Work work, Values values, ServerArtifact artifact)
            throws IOException, RigException, InterruptedException {
        work.clear();
        work.folder.makePassword();
        Values settled = values.with(RigParams.PORT, (long) port(work, values), values.origin(RigParams.PORT));
        program(work, settled, artifact);
        List<ServerArtifact> libraries = work.rig.libraries(settled);
        ServerPlace place = place(work, settled,
                libraries.isEmpty() ? List.of() : fetcher.fetchAll(libraries, work.listener));
        makeData(work, place.data());
        work.disk.mount(settled, place.data(), work.commands());
        if (place.tls().isPresent()) {
            makeCertificates(work);
        }
        LocalCommands commands = new LocalCommands(work.folder.home(), work.rig.refusesRoot());
        work.listener.step("Preparing the data in " + place.data() + ".");
        work.rig.prepare(settled, place, commands);
        work.folder.record(settled.texts());
        // The image after the files on it: what is written back of them comes into it.
        ServerMemory.dropFiles(settled, List.of(place.data(), ServerDisk.image(place.data())), work.listener);
        work.process.start(work.rig.command(settled, place), commands, work.memory.enter(settled));
        ProcessIdentity process = work.process.recorded().orElseThrow(() -> ended(work));
        await(work, settled, process);
        RunningServer server = server(work, settled, process);
        work.folder.recordTarget(server.target());
        return server;
    }

    // ---- What is needed before ----

    /** The one that was asked for, the one of the last time, or any: one on which nobody listens. */
    private static int port(Work work, Values values) throws IOException {
        Optional<Long> requested = values.find(RigParams.PORT);
        if (requested.isPresent()) {
            if (!FreePorts.isFree(requested.get().intValue())) {
                throw new InvalidInputException("port: another process listens on " + requested.get()
                        + "; choose another, or leave it out for one that is free");
            }
            return requested.get().intValue();
        }
        Optional<Integer> last = work.folder.settings().map(s -> s.get(RigParams.PORT.name()))
                .filter(p -> p.matches("[0-9]{1,5}")).map(Integer::valueOf).filter(FreePorts::isFree);
        return last.isPresent() ? last.get() : FreePorts.find(1).getFirst();
    }

    private void program(Work work, Values values, ServerArtifact artifact)
            throws IOException, RigException, InterruptedException {
        Path program = program(work, values);
        if (Files.isDirectory(program)) {
            return;
        }
        Path jar = fetcher.fetch(artifact, work.listener);
        work.listener.step("Unpacking " + artifact + ".");
        work.folder.made(program, folder -> work.rig.unpack(jar, folder, values, Platform.current()));
    }

    private static Path program(Work work, Values values) {
        ServerArtifact artifact = work.rig.artifact(values, Platform.current());
        return work.folder.program(artifact.artifactId() + "-" + artifact.version());
    }

    /** A folder that the user chose is marked as this rig's own, and one that is not is left alone. */
    private static void makeData(Work work, Path data) throws IOException, RigException {
        Path marker = data.resolve(RigFolder.MARKER);
        String owner = work.folder.home().toString();
        if (Files.exists(data) && !data.startsWith(work.folder.home())) {
            if (!Files.exists(marker) || !Files.readString(marker).strip().equals(owner)) {
                throw new InvalidInputException("directory: " + data + " is there already and does not belong to "
                        + "this rig; choose another directory");
            }
            return;
        }
        RigFolder.folder(data);
        PrivateFile.write(marker, owner + "\n");
    }

    private static void makeCertificates(Work work) throws IOException, RigException, InterruptedException {
        work.folder.made(work.folder.tls().key().getParent(), folder -> {
            work.listener.step("Making a certificate for 127.0.0.1.");
            Certificates.make(folder, work.folder.tls(), new LocalCommands(folder, false));
        });
    }

    private static ServerPlace place(Work work, Values values) {
        return place(work, values, List.of());
    }

    private static ServerPlace place(Work work, Values values, List<Path> libraries) {
        boolean tls = values.get(RigParams.TLS);
        return new ServerPlace(program(work, values), libraries, work.folder.data(work.rig.name(), values),
                work.folder.password(), Math.toIntExact(values.get(RigParams.PORT)),
                tls ? Optional.of(work.folder.tls()) : Optional.empty());
    }

    private static Values values(Rig rig, Map<String, String> settings) {
        return absolute(rig.params().defaults().withKnown(settings, SettingOrigin.SET));
    }

    /** With each path as it means the same whatever folder somebody works in who reads it later. */
    private static Values absolute(Values values) {
        Values absolute = values;
        for (Param<?> param : values.params().all()) {
            if (values.find(param).orElse(null) instanceof Path path) {
                absolute = absolute.with(param.name(), path.toAbsolutePath().normalize().toString(),
                        values.origin(param));
            }
        }
        return absolute;
    }

    // ---- Whether it answers ----

    private void await(Work work, Values values, ProcessIdentity process)
            throws IOException, RigException, InterruptedException {
        long limit = clock.nanoTime() + START_LIMIT.toNanos();
        ServerPlace place = place(work, values);
        Optional<String> trouble = trouble(work, values, place);
        while (trouble.isPresent()) {
            if (!process.isAlive()) {
                throw ended(work);
            }
            if (clock.nanoTime() > limit) {
                throw new RigException("rig " + work.rig.name() + " runs as process " + process.pid()
                        + " and does not answer: " + trouble.get() + " (log: " + work.folder.log() + ")");
            }
            work.process.pause();
            trouble = trouble(work, values, place);
        }
        if (!process.isAlive()) { // somebody else answers there
            throw ended(work);
        }
    }

    private static Optional<String> trouble(Work work, Values values, ServerPlace place) {
        try {
            work.rig.probe(values, place);
            return Optional.empty();
        } catch (UncheckedIOException e) { // what it has written down about its servers cannot be read
            return Optional.of(told(e.getCause()));
        } catch (IOException e) {
            return Optional.of(told(e));
        }
    }

    private static String told(IOException e) {
        return e instanceof NoSuchFileException missing ? missing.getFile() + " is not there"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** The server has ended by itself, and said why. */
    private static RigException ended(Work work) {
        String why;
        try {
            work.process.forget();
            why = work.memory.exceeded() ? MORE_MEMORY
                    : LocalCommands.complaint(Files.readString(work.folder.log())).orElse("it said nothing");
        } catch (IOException e) {
            why = "its log cannot be read";
        }
        return new RigException("rig " + work.rig.name() + ": the server ended: " + why + " (log: " + work.folder.log()
                + ")");
    }

    private static RunningServer server(Work work, Values values, ProcessIdentity process) {
        ServerPlace place = place(work, values);
        return new RunningServer(work.rig.name(), place.address(), process.pid(), new TreeMap<>(values.texts()),
                new TreeMap<>(work.rig.target(values, place)), work.folder.log());
    }

    // ---- Looking and stopping ----

    /** The file with the password of a rig's server; it is made at the first start. */
    public Path password(Rig rig) {
        return work(rig, RigListener.NONE).folder.password();
    }

    /** With which settings a rig was started last, as far as they are known. */
    public Values lastSettings(Rig rig) throws RigException {
        Work work = work(rig, RigListener.NONE);
        try {
            return lastValues(work);
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** By which settings the server of the last start was reached; none before the first. */
    public Map<String, String> lastTarget(Rig rig) throws RigException {
        Work work = work(rig, RigListener.NONE);
        try {
            return work.folder.target();
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** How a rig's server is; asks it, and changes nothing. */
    public RigStatus status(Rig rig) throws RigException {
        Work work = work(rig, RigListener.NONE);
        try {
            Map<String, String> settings = work.folder.settings().orElse(Map.of());
            Optional<ProcessIdentity> process = work.process.recorded();
            if (process.isEmpty() || settings.isEmpty()) {
                return status(work, State.STOPPED, OptionalLong.empty(), settings, "");
            }
            if (!process.get().isAlive()) {
                return status(work, State.CRASHED, OptionalLong.empty(), settings,
                        work.memory.exceeded() ? MORE_MEMORY : "its process is gone");
            }
            Optional<String> trouble = trouble(work, settings);
            return status(work, trouble.isEmpty() ? State.RUNNING : State.SILENT,
                    OptionalLong.of(process.get().pid()), settings, trouble.orElse(""));
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** Also where what it was started with cannot be had any more, as a folder that has gone. */
    private static Optional<String> trouble(Work work, Map<String, String> settings) {
        try {
            Values values = values(work.rig, settings);
            return trouble(work, values, place(work, values));
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static RigStatus status(Work work, State state, OptionalLong process, Map<String, String> settings,
            String trouble) {
        String port = settings.get(RigParams.PORT.name());
        return new RigStatus(work.rig.name(), state, port == null ? "" : ServerPlace.HOST + ":" + port, process,
                new TreeMap<>(settings), work.folder.home(), trouble);
    }

    /**
     * Stops a server, and whatever a crash of it has left. Its data stay.
     *
     * @return whether there was anything to stop
     */
    public boolean stop(Rig rig) throws RigException, InterruptedException {
        return stop(rig, RigListener.NONE);
    }

    /** The same. @param listener hears what a server that had to be killed has lost */
    public boolean stop(Rig rig, RigListener listener) throws RigException, InterruptedException {
        Work work = work(rig, listener);
        if (!work.folder.exists()) {
            return false;
        }
        try (RigLock lock = RigLock.take(work.folder.lock())) {
            Optional<ProcessIdentity> living = work.process.living();
            if (living.isPresent()) {
                end(work, living.get());
            }
            work.clear();
            work.process.forget();
            return living.isPresent();
        } catch (IOException e) {
            throw failure(work, e);
        }
    }

    /** In good order where the server can; by force where it says that it goes on instead, or takes too long. */
    private void end(Work work, ProcessIdentity living) throws IOException, RigException, InterruptedException {
        Values values = lastValues(work);
        long before = work.folder.logLength();
        RigProcess.signal(living, work.rig.command(values, place(work, values)).signal(), work.commands());
        work.wake();
        long begun = clock.nanoTime();
        boolean reported = false;
        while (living.isAlive()) {
            long waited = clock.nanoTime() - begun;
            Optional<String> lost = work.rig.refusesToEnd(values, work.folder.logged(before));
            if (lost.isPresent() || waited > STOP_LIMIT.toNanos()) {
                work.process.kill(living);
                work.listener.notice("Rig " + work.rig.name() + " was killed: " + lost.orElse("it had not ended in "
                        + STOP_LIMIT.toSeconds() + " s, and recovers at its next start what it had made durable")
                        + ".");
                return;
            }
            if (!reported && waited > STOP_NOTICE.toNanos()) {
                reported = true;
                work.listener.notice("Rig " + work.rig.name() + " is still ending; it is killed if it takes "
                        + STOP_LIMIT.toSeconds() + " s (log: " + work.folder.log() + ").");
            }
            work.process.pause();
        }
    }

    /** Of the last start, as far as they are known. */
    private static Values lastValues(Work work) throws IOException {
        Values values = values(work.rig, work.folder.settings().orElse(Map.of()));
        return values.find(RigParams.PORT).isPresent() ? values
                : values.with(RigParams.PORT, 1L, SettingOrigin.DECLARED);
    }
}
