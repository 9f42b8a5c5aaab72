package dev.tidemark.cli;

import module java.base;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The program as the build lays it out, which tests use in {@code mvn verify}: its runners have a class path of their
 * own, and keep an archive of their classes. Found by the platform's launcher.
 */
public final class LaidOut implements LauncherSessionListener {

    /** Not there before the program is packaged. */
    static final Optional<Path> HOME = Optional.ofNullable(System.getProperty("tidemark.home")).map(Path::of);

    /** Makes the folder of the archives, as {@code ./tidemark} does. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        HOME.ifPresent(home -> {
            try {
                Files.createDirectories(home.resolve("aot"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /**
     * What makes a JVM start fast with the program and another folder of classes.
     *
     * @param home where the program is laid out
     */
    static List<String> flags(Path home, Path classes) throws IOException {
        Path jar;
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            jar = jars.filter(f -> f.getFileName().toString().startsWith("tidemark-cli-")).findFirst().orElseThrow();
        }
        return List.of("-Dtidemark.home=" + home, "-XX:AOTCache=" + cache(home), "-cp",
                jar + File.pathSeparator + classes);
    }

    /** The launcher's cache, which another process of tests may be making: one is enough. */
    private static synchronized Path cache(Path home) throws IOException {
        Path cache = home.resolve("aot/start.aot");
        try (FileChannel guard = FileChannel.open(home.resolve("aot/guard"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); FileLock _ = guard.lock()) {
            if (Files.notExists(cache) || Files.getLastModifiedTime(cache)
                    .compareTo(Files.getLastModifiedTime(home.resolve("built"))) < 0) {
                makeCache();
            }
        }
        return cache;
    }

    /** The launcher does, before it completes a word, for which it never builds anew. */
    private static void makeCache() throws IOException {
        ProcessBuilder launcher = new ProcessBuilder(ManualPage.ROOT.resolve("tidemark").toString(), "complete", "--", "li")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
        launcher.start().onExit().join();
    }
}
