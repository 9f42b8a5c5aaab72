package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.Agents;

/** Files of this machine without which no target of a plan could be opened: jars, certificates, keys and passwords. */
final class NamedFiles {

    private static final Set<String> CERTIFICATES = Set.of(ConnectionParams.TLS_AUTHORITY.name(),
            ConnectionParams.TLS_CERTIFICATE.name(), ConnectionParams.TLS_KEY.name());

    private NamedFiles() {}

    /**
     * Makes sure that they are there. Agents have files of their own, and say themselves what is missing.
     *
     * @throws InvalidInputException naming one that is not
     */
    static void check(Submission submission) {
        submission.plan().everyPoint().stream().filter(point -> Agents.of(point.values()).isEmpty())
                .forEach(NamedFiles::check);
    }

    private static void check(Point point) {
        for (Param<?> param : Drivers.named(point.driver()).params().all()) {
            file(param, point).filter(Files::notExists).ifPresent(missing -> {
                throw new InvalidInputException(param.name() + ": there is no "
                        + (param.reach() == Reach.JAR ? "jar at " : "file ") + missing);
            });
        }
    }

    private static Optional<Path> file(Param<?> param, Point point) {
        return switch (point.values().find(param).orElse(null)) {
            case Path path when param.reach() == Reach.JAR || CERTIFICATES.contains(param.name()) -> Optional.of(path);
            case SecretRef secret -> secret.file().map(Path::of);
            case null, default -> Optional.empty();
        };
    }
}
