package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.os.Network;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.workload.RunParams;

/**
 * What whoever starts a server allows those who use it, each by an option of {@code tidemark serve}. Nothing of it is
 * allowed unless it is said.
 *
 * @param commands  whether programs may be run, before iterations or in the background, as the server's own user
 * @param jars      jars, and folders of jars, that may be loaded; with any, what a driver is told may make it load more
 * @param folders   files and folders in which experiments may read and keep data, and all that is below them
 * @param addresses servers that may be connected to: {@code HOST}, {@code HOST:PORT}, addresses, ranges of them, or
 *                  {@link #ANY}. A name is not looked up: it is allowed as it is written
 * @param secrets   {@code env:PREFIX}, or {@code file:FOLDER}, of secrets that may be used
 * @param devices   block devices that may be written over
 * @param metrics   addresses that {@code host-metrics} may name, as {@code http://db1:9100}; with a path, only that
 * @param stored      the server's own secrets, which nobody else may use
 */
public record AllowList(boolean commands, List<Path> jars, List<Path> folders, List<String> addresses,
        List<SecretRef> secrets, List<Path> devices, List<String> metrics, Set<SecretRef> stored) {

    /** Stands for every address. */
    public static final String ANY = "*";

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    public static final AllowList NOTHING = new AllowList(false, List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of(), Set.of());

    /** @throws InvalidInputException when one of the addresses is none */
    public AllowList {
        jars = List.copyOf(jars);
        folders = List.copyOf(folders);
        addresses = List.copyOf(addresses);
        secrets = List.copyOf(secrets);
        devices = List.copyOf(devices);
        metrics = List.copyOf(metrics);
        stored = Set.copyOf(stored);
        addresses.forEach(AllowList::address);
        metrics.forEach(AllowList::url);
    }

    /** One of {@link #addresses}. @throws InvalidInputException when none can be meant */
    public static String address(String text) {
        if (text.equals(ANY) || Network.parse(text).isPresent() || ConnectionSettings.Address.isHost(text)) {
            return text;
        }
        try {
            return ConnectionSettings.Address.of(text, "").toString();
        } catch (InvalidInputException e) {
            throw new InvalidInputException("'" + text
                    + "' is no address; write it as db1:5432, db1, 10.0.0.7, 10.0.0.0/24 or " + ANY);
        }
    }

    /** Whether a target that reaches something of this kind is another than one that does not. */
    static boolean concerns(Reach reach) {
        return switch (reach) {
            case NOTHING, DATA, SERVER, INPUT, ARGUMENT -> false;
            case COMMAND, JAR, CODE, UNDECLARED, SCRIPT, STATEMENT, DEVICE, SECRET, EXPOSURE, ADDRESS, FOLDER, FILE ->
                    true;
        };
    }

    /** Whether it is what others' statements and connections are made of. */
    static boolean isOfStatements(Reach reach) {
        return reach == Reach.SCRIPT || reach == Reach.STATEMENT || reach == Reach.INPUT || reach == Reach.EXPOSURE;
    }

    /** @throws InvalidInputException saying with which option it would be allowed */
    void check(Reached reached) {
        String what = reached.what();
        switch (reached.reach()) {
            case NOTHING, DATA, SERVER, INPUT, ARGUMENT, EXPOSURE -> { }
            case COMMAND -> require(commands, reached, "run programs", "--allow-commands");
            case SCRIPT -> require(commands, reached, "carry out statements of its users, which may run programs on "
                    + "the database's machine", "--allow-commands");
            case JAR -> require(isBelow(jars, path(what)), reached, "load " + what, "--allow-jars " + word(what));
            case CODE, STATEMENT, UNDECLARED -> require(!jars.isEmpty(), reached, "be given " + Printable.oneLine(what),
                    "--allow-jars and the jar that it is for");
            case FILE, FOLDER -> {
                require(isBelow(folders, path(what)) || devices.stream().anyMatch(d -> same(d, path(what))),
                        reached, "use " + what, (path(what).startsWith("/dev") ? "--allow-device " : "--allow-folder ")
                        + word(what));
                refuseOwn(reached, own -> file(own).filter(f -> isBelow(List.of(path(what)), f)).isPresent(),
                        "is or has a secret of the server's own");
            }
            case DEVICE -> require(devices.stream().anyMatch(d -> same(d, path(what))), reached, "write over " + what,
                    "--allow-device " + word(what));
            case SECRET -> checkSecret(reached);
            case ADDRESS -> checkAddress(reached);
        }
    }

    private static void require(boolean allowed, Reached reached, String what, String how) {
        if (!allowed) {
            throw new InvalidInputException(reached.setting() + ": this server may not " + what
                    + "; whoever starts it allows that, with " + how);
        }
    }

    private static String word(String text) {
        return ShellCommand.word(Printable.oneLine(text));
    }

    // ---- Files ----

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new InvalidInputException("'" + Printable.oneLine(text) + "' is no path");
        }
    }

    /** Wherever links lead, and also for whoever takes dots by the letter. */
    private static boolean isBelow(List<Path> places, Path path) {
        return Stream.of(path, path.normalize()).map(AllowList::real)
                .allMatch(there -> places.stream().anyMatch(place -> there.startsWith(real(place))));
    }

    private static boolean same(Path one, Path other) {
        return real(one).equals(real(other));
    }

    /**
     * As the system finds it: links lead to one place under many names, and two dots behind one lead out of its end.
     */
    private static Path real(Path path) {
        return real(path.toAbsolutePath(), MOST_LINKS);
    }

    private static Path real(Path path, int links) {
        Path at = path.getRoot();
        for (Path name : path) {
            Path next = name.toString().equals("..") ? Optional.ofNullable(at.getParent()).orElse(at)
                    : name.toString().equals(".") ? at : at.resolve(name);
            at = links > 0 && Files.isSymbolicLink(next) ? real(at.resolve(target(next)), links - 1) : next;
        }
        return at;
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // gone meanwhile
        }
    }

    // ---- Secrets ----

    private void checkSecret(Reached reached) {
        SecretRef requested = SecretRef.parse(reached.what());
        refuseOwn(reached, own -> isOne(own, requested), "is the server's own");
        boolean allowed = requested.kind() == SecretRef.Kind.PROMPT
                || secrets.stream().anyMatch(s -> covers(s, requested));
        require(allowed, reached, "use " + requested, "--allow-secrets " + word(requested.toString()));
    }

    private void refuseOwn(Reached reached, Predicate<SecretRef> isReached, String why) {
        if (stored.stream().anyMatch(isReached)) {
            throw new InvalidInputException(reached.setting() + ": " + Printable.oneLine(reached.what()) + " " + why
                    + ", for nobody else to use");
        }
    }

    private static boolean isOne(SecretRef own, SecretRef requested) {
        return file(own).isPresent() && file(requested).isPresent() ? same(file(own).get(), file(requested).get())
                : own.equals(requested);
    }

    private static boolean covers(SecretRef allowed, SecretRef requested) {
        return switch (allowed.kind()) {
            case FILE -> file(requested).filter(there -> isBelow(List.of(path(allowed.place())), there)).isPresent();
            case OPTION_FILE -> allowed.equals(requested);
            case ENV, PROMPT -> allowed.kind() == requested.kind() && requested.place().startsWith(allowed.place());
        };
    }

    /** Where a secret lies, whole or with others. */
    private static Optional<Path> file(SecretRef secret) {
        return secret.file().map(AllowList::path);
    }

    // ---- Addresses ----

    private void checkAddress(Reached reached) {
        if (reached.setting().equals(RunParams.HOST_METRICS.name())) {
            require(metrics.stream().anyMatch(m -> covers(url(m), url(reached.what()))), reached, "ask "
                    + reached.what(),
                    "--allow-metrics " + word(reached.what()));
        } else {
            require(isAllowed(ConnectionSettings.Address.of(reached.what(), reached.setting())), reached,
                    "connect to " + reached.what(), "--allow-address " + word(reached.what()));
        }
    }

    private boolean isAllowed(ConnectionSettings.Address requested) {
        Optional<InetAddress> literal = Network.literal(requested.host());
        return addresses.stream().anyMatch(a -> a.equals(ANY)
                || literal.isPresent() && Network.parse(a).filter(n -> n.contains(literal.get())).isPresent()
                || Stream.of(requested.host(), requested.toString()).anyMatch(a::equalsIgnoreCase));
    }

    private static URI url(String text) {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new InvalidInputException("'" + text + "' is no address of metrics; write it as http://db1:9100");
    }

    private static boolean covers(URI allowed, URI requested) {
        boolean anyPath = path(allowed).isEmpty() && allowed.getRawQuery() == null;
        return allowed.getScheme().equals(requested.getScheme())
                && allowed.getHost().equalsIgnoreCase(requested.getHost())
                && port(allowed) == port(requested) && (anyPath || path(allowed).equals(path(requested)));
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
    }

    private static String path(URI uri) {
        return uri.getRawPath() == null || uri.getRawPath().equals("/") ? "" : uri.getRawPath();
    }
}
