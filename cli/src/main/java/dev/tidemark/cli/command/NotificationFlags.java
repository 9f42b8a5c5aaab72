package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.web.notify.MailOptions;
import dev.tidemark.web.notify.Notifications;
import picocli.CommandLine.Option;

/** Who is told when a job is over. */
final class NotificationFlags {

    @Option(names = "--notify-url", paramLabel = "URL", split = ",", description = "a URL that gets a small JSON by "
            + "POST when a job is finished; one that is a secret as env:NAME or file:PATH; several separated by commas "
            + "[none]")
    private List<String> hooks = List.of();

    @Option(names = "--notify-mail", paramLabel = "ADDRESS", split = ",", description = "who gets a mail when a job "
            + "is finished; several separated by commas; needs --smtp [nobody]")
    private List<String> receivers = List.of();

    @Option(names = "--smtp", paramLabel = "HOST[:PORT]", description = "the mail server [port: 587 with starttls, "
            + "465 with tls, 25 with none]")
    private String smtp;

    @Option(names = "--smtp-from", paramLabel = "ADDRESS", description = "in whose name mail is sent "
            + "[the first of --notify-mail]")
    private String sender;

    @Option(names = "--smtp-security", paramLabel = "HOW", defaultValue = "starttls",
            description = "starttls, tls or none [starttls]")
    private MailOptions.Security security;

    @Option(names = "--smtp-user", paramLabel = "NAME", description = "with which login mail is sent [none]")
    private String user;

    @Option(names = "--smtp-password", paramLabel = "WHERE",
            description = "where its password is: env:NAME or file:PATH")
    private String password;

    @Option(names = "--public-url", paramLabel = "URL", description = "under which people reach this server, for links "
            + "in what is sent [where it listens]")
    private String publicUrl;

    /** @throws InvalidInputException when they do not fit together, or a secret is not where it should be */
    Notifications chosen() {
        return new Notifications(hooks, mail(), Optional.ofNullable(publicUrl).map(NotificationFlags::root));
    }

    /** Those that it is told where to find. */
    List<SecretRef> secrets() {
        return Stream.concat(hooks.stream(), Stream.ofNullable(password))
                .filter(text -> text.startsWith("env:") || text.startsWith("file:")).map(SecretRef::parse).toList();
    }

    private Optional<MailOptions> mail() {
        if (receivers.isEmpty() && smtp == null) {
            return Optional.empty();
        }
        if (receivers.isEmpty() || smtp == null) {
            throw new InvalidInputException("--notify-mail and --smtp belong together");
        }
        if ((user == null) != (password == null)) {
            throw new InvalidInputException("--smtp-user and --smtp-password belong together");
        }
        HostAndPort server = ServeCommand.at("--smtp", () -> HostAndPort.of(smtp, security.usualPort()));
        Optional<MailOptions.Login> login = Optional.ofNullable(user).map(name -> ServeCommand.at("--smtp-password",
                () -> new MailOptions.Login(name, SecretRef.parse(password))));
        return Optional.of(ServeCommand.at("--smtp", () ->
                new MailOptions(receivers, sender == null ? receivers.getFirst()
                : sender, server.host(), server.port(), security, login)));
    }

    /** A mail server. */
    private record HostAndPort(String host, int port) {

        static HostAndPort of(String text, int usual) {
            int colon = text.lastIndexOf(':');
            String port = colon < 0 ? "" : text.substring(colon + 1);
            if (colon < 0 || text.endsWith("]")) {
                return new HostAndPort(text, usual);
            }
            if (!port.matches("\\d{1,5}")) {
                throw new InvalidInputException("'" + text + "' is no server, as mail.example.org:587");
            }
            return new HostAndPort(text.substring(0, colon), Integer.parseInt(port));
        }
    }

    /** Without a slash at its end. */
    private static String root(String url) {
        if (!url.matches("https?://[^\\s/].*")) {
            throw new InvalidInputException("--public-url: '" + url + "' is no address, as https://bench.example.org");
        }
        return url.replaceFirst("/+$", "");
    }
}
