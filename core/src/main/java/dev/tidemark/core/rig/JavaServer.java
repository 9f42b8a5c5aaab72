package dev.tidemark.core.rig;

import module java.base;

/**
 * How a server that is a Java program is started: by the Java that runs this, from a file with its arguments, since a
 * class path of a hundred jars makes no command line that can be read.
 *
 * @param options   of the JVM
 * @param classPath jars and folders
 * @param main      the class that is run
 * @param arguments for it
 */
public record JavaServer(List<String> options, List<Path> classPath, String main, List<String> arguments) {

    /** How Log4j writes to the standard output: one line each, and no more than what went wrong. */
    public static final String LOGGING = """
            # Written by Tidemark at each start.
            status = error
            appender.console.type = Console
            appender.console.name = console
            appender.console.layout.type = PatternLayout
            appender.console.layout.pattern = %d{ISO8601} [%p] %c{1}: %m{nolookups}%n
            rootLogger.level = warn
            rootLogger.appenderRef.console.ref = console
            """;

    /** What stands in the options of every server, too. */
    public static final List<String> USUAL = List.of("-Dfile.encoding=UTF-8", "-Djava.awt.headless=true",
            "-Djava.net.preferIPv4Stack=true");

    /** The jars of a server: those that were fetched one by one, and those in its program's folder. */
    public static List<Path> jars(ServerPlace place) throws IOException {
        List<Path> all = new ArrayList<>(place.libraries());
        try (Stream<Path> jars = Files.list(place.program())) {
            all.addAll(jars.sorted().toList());
        }
        return all;
    }

    /** It stands in the options of every server. @param heap in bytes, all of it from the start */
    public static List<String> heap(long heap) {
        return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData");
    }

    /** Where the classes of a rig itself are: its jar, or the folder that they were compiled to. */
    public static Path classes(Class<?> of) {
        try {
            return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the file of arguments. See "The java command", section on argument files. */
    public void write(Path file) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add("-cp");
        all.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
        all.add(main);
        all.addAll(arguments);
        PrivateFile.write(file, all.stream().map(a -> ConfigFile.quoted(a) + "\n").collect(Collectors.joining()));
    }

    /** The command line, for a file of arguments. */
    public static List<String> words(Path file) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + file);
    }
}
