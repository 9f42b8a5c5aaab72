package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.param.Types;
import dev.tidemark.store.accounts.ApiToken;
import dev.tidemark.store.accounts.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark token add|list|remove}: what programs show in place of a login. */
@Command(name = "token", description = "Makes and revokes tokens, by which programs use the HTTP interface.")
final class TokenCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: token add, token list or token remove");
    }

    @Command(name = "add", description = "Makes a token and prints it, this once.")
    int add(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--role", paramLabel = "ROLE", defaultValue = "reader", description = UserCommand.ROLES) Role role) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.out()
                    .println(commandContext.workbench().accounts().addToken(name, role, CommandContext.user()));
            commandContext.say("Keep it now: it is not shown again.");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "list", description = "Lists the tokens, without their secrets, which are not stored.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            List<ApiToken> all = commandContext.workbench().accounts().tokens();
            TextColumns.of("token", "role", "by", "since", "last used").hiding("by", "since").print(commandContext,
                    all.stream()
                    .map(t -> new String[] {t.name(), Types.word(t.role()), t.author(), t.created().toString(),
                        t.seen().map(Instant::toString).orElse("never")}).toList());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "remove", description = "Revokes a token.")
    int remove(@Parameters(paramLabel = "NAME") String name) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.workbench().accounts().removeToken(name);
            commandContext.say("Revoked " + name + ".");
            return ExitStatus.DONE;
        }
    }
}
