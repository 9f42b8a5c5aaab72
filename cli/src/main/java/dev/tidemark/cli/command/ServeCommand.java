package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.InterruptHandler;
import dev.tidemark.cli.support.Version;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.WebOptions;
import dev.tidemark.web.WebServer;
import dev.tidemark.web.http.Proxies;
import dev.tidemark.web.notify.Notifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark serve}: the web application, and the processor of its jobs, until it is interrupted. */
@Command(name = "serve", description = "Serves the web application, and runs the jobs that wait, until Ctrl-C.")
final class ServeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8040",
            description = "where it listens; 0 for a port that is free [8040]")
    private int port;

    @Option(names = "--host", paramLabel = "HOST", defaultValue = "127.0.0.1",
            description = "at which of this machine's addresses it listens; 0.0.0.0 for all [127.0.0.1]")
    private String host;

    @Option(names = "--no-auth", description = "ask for no login; only this machine can reach it then")
    private boolean noAuth;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "certificate chain in PEM, for https")
    private Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "the certificate's private key in PEM (PKCS #8)")
    private Path key;

    @Option(names = "--exchange", paramLabel = "DIR", description = "the folder of this machine from which the pages "
            + "import statistics, and into which they export them [beside the store]")
    private Path exchange;

    @Option(names = "--trusted-proxy", paramLabel = "ADDRESS", split = ",", description = "a reverse proxy, or a range "
            + "as 10.0.0.0/24, whose X-Forwarded-For says where requests come from; several separated by commas")
    private List<String> proxies = List.of();

    @Mixin
    private AllowFlags allow;

    @Mixin
    private NotificationFlags notifications;

    @Override
    public Integer call() throws InterruptedException {
        WebOptions options = new WebOptions(host, port, !noAuth, tls(), Optional.ofNullable(exchange))
                .behind(at("--trusted-proxy", () -> Proxies.of(proxies)))
                .allowing(ServerPolicy.of(allow.chosen(storedSecrets())))
                .notifying(notifications.chosen()).of(Version.build());
        CountDownLatch end = new CountDownLatch(1);
        try (CommandContext commandContext = CommandContext.open(spec); JobProcessor processor =
                commandContext.workbench().jobProcessor();
                WebServer server = WebServer.start(commandContext.workbench(), processor, options, Clock.system(),
                        e -> reportFailure(commandContext, e))) {
            InterruptHandler interruptHandler = InterruptHandler.calls(end::countDown);
            try {
                welcome(commandContext, server, options);
                if (commandContext.workbench().store().isWritable()) {
                    processor.start();
                } else {
                    commandContext.say("The store cannot be written: it is shown, nothing is changed, no job is run.");
                }
                end.await();
                commandContext.say("Ending.");
            } finally {
                interruptHandler.close();
            }
        }
        return ExitStatus.DONE;
    }

    /** The secrets of the server itself. */
    private Set<SecretRef> storedSecrets() {
        Set<SecretRef> secrets = new HashSet<>(notifications.secrets());
        Optional.ofNullable(key).ifPresent(file -> secrets.add(new SecretRef(SecretRef.Kind.FILE, file.toString())));
        return secrets;
    }

    static <T> T at(String flag, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidInputException e) {
            throw e.at(flag);
        }
    }

    private Optional<WebOptions.Tls> tls() {
        if ((certificate == null) != (key == null)) {
            throw new InvalidInputException("--tls-cert and --tls-key belong together");
        }
        return certificate == null ? Optional.empty() : Optional.of(new WebOptions.Tls(certificate, key));
    }

    private static void welcome(CommandContext commandContext, WebServer server, WebOptions options) {
        commandContext.out().println("Tidemark is at " + server.address());
        server.setUpLink().ifPresent(link -> commandContext.out().println(
                "There is no administrator yet. This link, valid once and for 24 hours, makes you the "
                + "administrator:\n  " + link));
        commandContext.out().flush();
        if (options.tls().isEmpty() && !options.loopback()) {
            commandContext.err()
                    .println("Other machines reach it without TLS: passwords travel readable. Use --tls-cert and "
                    + "--tls-key, or a proxy that does.");
        }
        commandContext.say("Press Ctrl-C to stop; a job that is running then resumes at the next start.");
    }

    private static void reportFailure(CommandContext commandContext, Throwable failure) {
        PrintWriter err = commandContext.err();
        err.println(failure instanceof Notifier.NotificationFailedException ? failure.getMessage()
                : "A request could not be answered: " + failure);
        if (commandContext.verbose()) {
            failure.printStackTrace(err);
        }
    }
}
