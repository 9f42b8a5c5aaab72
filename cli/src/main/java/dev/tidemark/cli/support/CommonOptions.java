package dev.tidemark.cli.support;

import module java.base;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes, before or after its name. */
public final class CommonOptions {

    public static final String NO_COLOR = "--no-color";

    @Option(names = "--store", paramLabel = "FILE", scope = ScopeType.INHERIT, defaultValue = "${env:TIDEMARK_STORE}",
            description = "Where results are kept; default: TIDEMARK_STORE, or a file in your data folder.")
    private Path store;

    @Option(names = "--accounts", paramLabel = "FILE", scope = ScopeType.INHERIT,
            defaultValue = "${env:TIDEMARK_ACCOUNTS}",
            description = "Where users and tokens are kept; default: TIDEMARK_ACCOUNTS, or the store.")
    private Path accounts;

    @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "No progress, only results and errors.")
    private boolean quiet;

    @Option(names = "--verbose", scope = ScopeType.INHERIT,
            description = "More about what happens, and the whole story of an error.")
    private boolean verbose;

    @Option(names = NO_COLOR, scope = ScopeType.INHERIT, description = "No colours; NO_COLOR does the same.")
    private boolean noColor;

    @Option(names = "--text", scope = ScopeType.INHERIT,
            description = "Text for people also where the output goes into a pipe or a file.")
    private boolean text;

    private final TypedTargets typedTargets = new TypedTargets();

    /** The targets that this command line names. */
    TypedTargets typedTargets() {
        return typedTargets;
    }

    /** The store asked for; empty when the usual one is meant. */
    public Optional<Path> store() {
        return Optional.ofNullable(store);
    }

    /** The file of users and tokens that was asked for; empty when they are in the store. */
    Optional<Path> accounts() {
        return Optional.ofNullable(accounts);
    }

    public boolean quiet() {
        return quiet;
    }

    public boolean verbose() {
        return verbose;
    }

    /** Whether the output is for people wherever it goes. */
    boolean text() {
        return text;
    }

    /** Whether colours are unwanted, by option or by the NO_COLOR of the environment (no-color.org). */
    public boolean noColor() {
        return noColor || !Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty();
    }
}
