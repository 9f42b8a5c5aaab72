package dev.tidemark.cli;

import dev.tidemark.core.param.Types;
import dev.tidemark.store.Account;
import dev.tidemark.store.Role;
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

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do: user add, user list, user role, user remove or user password");
    }

    @Command(name = "add", description = "Adds a user.")
    int add(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--role", paramLabel = "ROLE", defaultValue = "reader",
                    description = "administrator: runs and changes; reader: looks at reports and status [reader]")
                    Role role,
            @Option(names = Passwords.FROM, paramLabel = "WHERE", description = Passwords.WHERE) String from) {
        try (Office office = Office.open(spec)) {
            office.workbench().accounts().add(name, role, Passwords.ofUser(name, from));
            office.say("Added " + name + ", " + Types.word(role) + ".");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "list", description = "Lists the users.")
    int list() {
        try (Office office = Office.open(spec)) {
            List<Account> all = office.workbench().accounts().all();
            Columns.print(office, List.of("user", "role", "since"), all.stream()
                    .map(a -> new String[] {a.name(), Types.word(a.role()), a.created().toString()}).toList());
            return ExitStatus.DONE;
        }
    }

    @Command(name = "role", description = "Changes what a user may do, at once.")
    int role(@Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "ROLE", description = "administrator or reader") Role role) {
        try (Office office = Office.open(spec)) {
            office.workbench().accounts().role(name, role);
            office.say(name + " is " + Types.word(role) + " now.");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "remove", description = "Removes a user, who is logged out at once.")
    int remove(@Parameters(paramLabel = "NAME") String name) {
        try (Office office = Office.open(spec)) {
            office.workbench().accounts().remove(name);
            office.say("Removed " + name + ".");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "password", description = "Gives a user another password; who is logged in with the old one is so "
            + "no more.")
    int password(@Parameters(paramLabel = "NAME") String name,
            @Option(names = Passwords.FROM, paramLabel = "WHERE", description = Passwords.WHERE) String from) {
        try (Office office = Office.open(spec)) {
            office.workbench().accounts().password(name, Passwords.ofUser(name, from));
            office.say("The password of " + name + " is changed.");
            return ExitStatus.DONE;
        }
    }
}
