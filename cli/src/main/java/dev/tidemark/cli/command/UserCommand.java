package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Passwords;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.param.Types;
import dev.tidemark.store.accounts.Account;
import dev.tidemark.store.accounts.Role;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark user add|list|role|remove|password}: who may use the web pages. */
@Command(name = "user", description = "Says who may use the web pages.")
final class UserCommand implements Runnable {

    static final String ROLES = "administrator: runs and changes; reader: looks at reports and status [reader]";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do: user add, user list, user role, user remove or user password");
    }

    @Command(name = "add", description = "Adds a user.")
    int add(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--role", paramLabel = "ROLE", defaultValue = "reader", description = ROLES) Role role,
            @Option(names = Passwords.FROM, paramLabel = "WHERE", description = Passwords.WHERE) String from) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.workbench().accounts().add(name, role, Passwords.ofUser(name, from));
            commandContext.say("Added " + name + ", " + Types.word(role) + ".");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "list", description = "Lists the users.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            List<Account> all = commandContext.workbench().accounts().all();
            TextColumns.of("user", "role", "since").print(commandContext, all.stream()
                    .map(a -> new String[] {a.name(), Types.word(a.role()), a.created().toString()}).toList());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "role", description = "Changes what a user may do, at once.")
    int role(@Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "ROLE", description = "administrator or reader") Role role) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.workbench().accounts().role(name, role);
            commandContext.say(name + " is " + Types.word(role) + " now.");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "remove", description = "Removes a user, who is logged out at once.")
    int remove(@Parameters(paramLabel = "NAME") String name) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.workbench().accounts().remove(name);
            commandContext.say("Removed " + name + ".");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "password", description = "Changes a user's password and logs the user out everywhere.")
    int password(@Parameters(paramLabel = "NAME") String name,
            @Option(names = Passwords.FROM, paramLabel = "WHERE", description = Passwords.WHERE) String from) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            commandContext.workbench().accounts().password(name, Passwords.ofUser(name, from));
            commandContext.say("The password of " + name + " is changed.");
            return ExitStatus.DONE;
        }
    }
}
