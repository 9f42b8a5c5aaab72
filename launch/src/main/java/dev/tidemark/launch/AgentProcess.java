package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.IncompatibleRunnerException;
import dev.tidemark.core.run.link.RunnerConnection;
import dev.tidemark.core.run.link.RunnerLink;
import dev.tidemark.core.run.link.StreamLink;
import dev.tidemark.core.time.Clock;

/** An agent while it runs: what started it is a process of this machine, which ends with it. */
final class AgentProcess implements RunnerPort, AutoCloseable {

    /** How long an agent goes on, and is waited for, when nothing is heard of the other side. */
    static final Duration LEASE = Duration.ofSeconds(10);
    private static final int END_SECONDS = 10;

    private final AgentCommand command;
    private final Process process;
    private final ErrorOutput complaints;
    private final RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link;
    private RunnerConnection connection;
    /** Why this side killed it; empty when it did not. */
    private volatile String killed = "";

    private AgentProcess(AgentCommand command, Clock clock) throws IOException {
        this.command = command;
        process = new ProcessBuilder(command.line()).start();
        complaints = new ErrorOutput(process, clock);
        link = StreamLink.toRunner(process.getInputStream(), process.getOutputStream());
    }

    /**
     * Starts one and waits until it is ready to work.
     *
     * @param driver  that it needs
     * @param secrets that somebody was asked for; it is told over the link
     * @param lease   how long silence is borne, by either side
     * @throws IOException saying in one line why it cannot be used; it is gone then
     */
    static AgentProcess start(AgentCommand command, String driver, SecretAnswers secrets, Clock clock, Duration lease)
            throws IOException, InterruptedException {
        AgentProcess started = new AgentProcess(command, clock);
        try {
            started.connect(driver, secrets, clock, lease);
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.kill("");
            started.close();
            throw e;
        }
    }

    private void connect(String driver, SecretAnswers secrets, Clock clock, Duration lease) throws IOException,
            InterruptedException {
        try {
            connection = RunnerConnection.accept(link, clock, lease, () -> kill("nothing was heard of it for "
                    + lease.toSeconds() + " s"));
            refuse(driver);
            connection.carryOut(new RunnerOrder.Remember(secrets), event -> { });
        } catch (IOException e) {
            throw diagnose(e);
        }
    }

    /** Of another version not even the workloads mean the same. */
    private void refuse(String driver) throws IOException {
        String here = Frame.Hello.own().version();
        String there = connection.hello().version();
        if (!here.equals(there)) {
            throw new IncompatibleRunnerException("it has Tidemark " + there + ", and this side has " + here
                    + "; give both the same version, over ssh by tidemark agent install");
        }
        if (!connection.hello().drivers().containsKey(driver)) {
            throw new IncompatibleRunnerException("it has no driver " + driver);
        }
    }

    Frame.Hello hello() {
        return connection.hello();
    }

    boolean isAlive() {
        return process.isAlive() && killed.isEmpty();
    }

    /** @throws IOException when it is lost, saying in one line what is known of it */
    @Override
    public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) throws IOException,
            InterruptedException {
        try {
            return connection.carryOut(order, events);
        } catch (IOException e) {
            IOException lost = diagnose(e);
            kill(lost.getMessage());
            throw lost;
        }
    }

    @Override
    public void stop() throws IOException {
        connection.stop();
    }

    @Override
    public void conclude() throws IOException {
        connection.conclude();
    }

    void kill(String why) {
        if (killed.isEmpty()) {
            killed = why;
        }
        List<ProcessHandle> under = process.descendants().toList();
        process.destroyForcibly();
        under.forEach(ProcessHandle::destroyForcibly);
    }

    /** What went wrong, as far as it can be found out: what killed it, what it said last, or what came of it. */
    private IOException diagnose(IOException e) throws InterruptedException {
        if (!(e instanceof EOFException) && killed.isEmpty()) {
            return e instanceof IncompatibleRunnerException ? e
                    : new IOException("what it tells cannot be understood: " + e.getMessage(), e);
        }
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            return new IOException("it closed its output");
        }
        List<String> complaint = complaints.last(Duration.ofSeconds(END_SECONDS));
        return new IOException(killed.isEmpty() ? command.diagnosis(process.exitValue(), process.pid(), complaint)
                : killed);
    }

    /** Lets it end by itself, and kills what does not. */
    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.quit();
            }
            link.close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                kill("");
            }
        } catch (IOException e) {
            kill("");
        } catch (InterruptedException e) {
            kill("");
            Thread.currentThread().interrupt();
        } finally {
            if (connection != null) {
                connection.close();
            }
            command.tidyUp();
        }
    }
}
