package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommonOptions;
import dev.tidemark.cli.support.RootCommand;
import dev.tidemark.cli.support.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program itself. Its commands are listed in {@link Commands}; each reaches the common options as its parent's. */
@Command(
        name = "tidemark",
        description = "Tells how good a database system is, and what would make it better.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class TidemarkCommand implements RootCommand, Runnable {

    @Spec
    private CommandSpec spec;

    @Mixin
    private CommonOptions common;

    @Override
    public CommonOptions common() {
        return common;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; 'tidemark --help' lists them");
    }
}
