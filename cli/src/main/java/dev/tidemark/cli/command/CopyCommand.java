package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.DataFolder;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.CommonOptions;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.NewFile;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.StoreCheck;
import dev.tidemark.store.StoreCopy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark copy --to FILE}. */
@Command(name = "copy", description = "Copies the store to a new file, as it is at this moment, whoever uses it, and "
        + "checks the copy.")
final class CopyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--to", required = true, paramLabel = "FILE",
            description = "the file to write, a new one, or a folder for it")
    private Path to;

    @Option(names = "--without-users",
            description = "leave out users, tokens and sessions, so that it can be given away")
    private boolean withoutUsers;

    @Override
    public Integer call() {
        CommonOptions options = CommandContext.common(spec);
        to = NewFile.of(to, "results", ".db", Clock.system().wallTime());
        StoreCopy.of(DataFolder.of(options.store()).store(), to, !withoutUsers);
        StoreCheck.Found found = StoreCheck.of(to, (done, all) -> { });
        found.damage().forEach(spec.commandLine().getErr()::println);
        if (!options.quiet()) {
            spec.commandLine().getErr().println("The copy is in " + to + (found.sound() ? ", and is sound."
                    : "; it is as damaged as the store."));
        }
        return found.sound() ? ExitStatus.DONE : ExitStatus.FAILED;
    }
}
