package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.AllowList;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;
import picocli.CommandLine.Option;

/** What those who use a server may reach through it; nothing of it unless it is said. */
final class AllowFlags {

    @Option(names = "--allow-commands", description = "background tasks may run programs, as this server's own user")
    private boolean commands;

    @Option(names = "--allow-jars", paramLabel = "PATH", split = ",", description = "a jar, or a folder of jars, that "
            + "may be loaded, as the JDBC driver of target jdbc; what it then can do is up to it; several behind "
            + "commas [none]")
    private List<Path> jars = List.of();

    @Option(names = "--allow-folder", paramLabel = "PATH", split = ",", description = "a file or folder in which "
            + "experiments may read and keep data, and all that is below it; several separated by commas [none but "
            + "Tidemark's own]")
    private List<Path> folders = List.of();

    @Option(names = "--allow-address", paramLabel = "HOST[:PORT]", split = ",", description = "a server that may be "
            + "connected to, as db1:5432, 10.0.0.7, 10.0.0.0/24 or * for any; several separated by commas [none]")
    private List<String> addresses = List.of();

    @Option(names = "--allow-secrets", paramLabel = "WHERE", split = ",", description = "secrets that may be used: "
            + "env:PREFIX for variables whose names begin so, or a folder of files; several separated by commas [none]")
    private List<String> secrets = List.of();

    @Option(names = "--allow-device", paramLabel = "DEVICE", split = ",", description = "a block device that jobs and "
            + "datasets of the pages may write over; several separated by commas [none]")
    private List<Path> devices = List.of();

    @Option(names = "--allow-metrics", paramLabel = "URL", split = ",", description = "an address that host-metrics of "
            + "the pages may name, as http://db1:9100; several separated by commas [none]")
    private List<String> metrics = List.of();

    /** @param stored the server's own secrets */
    AllowList chosen(Set<SecretRef> stored) {
        List<SecretRef> those = secrets.stream().map(text -> ServeCommand.at("--allow-secrets", () -> secrets(text)))
                .toList();
        addresses.forEach(text -> ServeCommand.at("--allow-address", () -> AllowList.address(text)));
        return ServeCommand.at("--allow-metrics",
                () -> new AllowList(commands, jars, folders, addresses, those, devices, metrics, stored));
    }

    private static SecretRef secrets(String text) {
        if (text.startsWith("env:") || text.startsWith("file:") || text.startsWith("option-file:")) {
            return SecretRef.parse(text);
        }
        if (!Files.exists(Path.of(text))) {
            throw new InvalidInputException("there is no folder " + text
                    + "; write env:PREFIX, or a folder that is there");
        }
        return new SecretRef(SecretRef.Kind.FILE, text);
    }
}
