package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.cli.support.LargePlans;
import dev.tidemark.cli.support.Trust;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The flags of everything that runs an experiment. */
@Command
final class RunFlags {

    /** Those that are shown first. */
    static final Set<String> MAIN = Set.of("--dry-run", "--html");

    @Option(names = "--resume", description = "go on with the newest unfinished run of this same experiment")
    private boolean resume;

    @Option(names = "--dry-run", description = "show the points, the expected time and volume, and run nothing")
    private boolean dryRun;

    @Option(names = "--json", description = "with --dry-run: as JSON, versioned")
    private boolean json;

    @Option(names = "--alongside", description = "run although another measured run is in progress on this machine")
    private boolean alongside;

    @Option(names = Trust.OPTION, description = Trust.MEANING)
    private boolean trust;

    @Option(names = LargePlans.OPTION, description = LargePlans.MEANING_OF_RUN)
    private boolean yes;

    @Option(names = "--html", paramLabel = "FILE", description = "write the report as a page, too")
    private Path html;

    @Option(names = "--junit", paramLabel = "FILE",
            description = "write whether expectations were met, as test cases for a build")
    private Path junit;

    boolean resume() {
        return resume;
    }

    boolean dryRun() {
        return dryRun;
    }

    boolean alongside() {
        return alongside;
    }

    boolean json() {
        return json;
    }

    boolean trust() {
        return trust;
    }

    /** Whether it is meant, however much it is; what was begun was. */
    boolean meant() {
        return yes || resume;
    }

    Optional<Path> html() {
        return Optional.ofNullable(html);
    }

    Optional<Path> junit() {
        return Optional.ofNullable(junit);
    }
}
