package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverFolder;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.os.TidemarkFolders;
import dev.tidemark.core.run.link.Frame;

/**
 * How a runner for one driver is started.
 *
 * @param classPath jars and folders: core with its dependencies, the drivers, this driver's engine
 * @param jvmFlags  flags that the driver's engine needs, and those that make a start cheaper
 * @param work      the folder that requests to the runner name as such
 * @param archive   that its classes come from; empty where none is kept
 */
public record RunnerCommand(List<Path> classPath, List<String> jvmFlags, Path work, Optional<ClassArchive> archive) {

    /** Flags for the JVM of every runner, separated by blanks: runners that tests start live shortly. */
    private static final String FLAGS = "tidemark.runner.flags";

    public RunnerCommand {
        classPath = List.copyOf(classPath);
        jvmFlags = List.copyOf(jvmFlags);
    }

    /**
     * From the built distribution, or, where there is none (in tests), with the class path of this process.
     *
     * @throws IOException when the distribution cannot be read
     */
    public static RunnerCommand of(Driver driver, Path work) throws IOException {
        Optional<Path> program = TidemarkFolders.program();
        List<Path> classPath = new ArrayList<>();
        Optional<ClassArchive> archive = Optional.empty();
        List<String> flags = new ArrayList<>(driver.jvmFlags());
        Stream.of(System.getProperty(FLAGS, "").split(" ")).filter(flag -> !flag.isEmpty()).forEach(flags::add);
        if (program.isPresent()) {
            Path home = program.get();
            // The core jar's manifest names the jars beside it that core needs.
            classPath.addAll(jars(home.resolve("lib"), "tidemark-core-"));
            classPath.addAll(jars(home.resolve("lib"), "tidemark-driver-" + driver.name() + "-"));
            classPath.addAll(DriverFolder.jars(Drivers.folder(driver)
                    .orElse(home.resolve(DriverFolder.DRIVERS).resolve(driver.name()))));
            archive = TidemarkFolders.caches().map(caches -> new ClassArchive(caches, driver.name()));
            archive.map(ClassArchive::flags).ifPresent(flags::addAll);
        } else {
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                    .forEach(classPath::add);
            Drivers.folder(driver).map(DriverFolder::jars).ifPresent(classPath::addAll);
        }
        RunnerCommand command = new RunnerCommand(classPath, flags, work, archive);
        Files.createDirectories(command.crashFolder());
        return command;
    }

    /** Where the JVM leaves its report when native code crashes. */
    Path crashFolder() {
        return work.resolve("crashes");
    }

    private static List<Path> jars(Path folder, String prefix) {
        return DriverFolder.jars(folder).stream().filter(jar -> jar.getFileName().toString().startsWith(prefix))
                .toList();
    }

    /** The whole command line. @param temporary the process's own folder for temporary files */
    List<String> line(String mainClass, Path temporary) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The JVM would keep figures of its own in a file, and a pause for garbage may wait while the disk takes them.
        line.add("-XX:-UsePerfData");
        line.addAll(jvmFlags);
        line.add("--enable-native-access=ALL-UNNAMED");
        line.add("-XX:+ExitOnOutOfMemoryError");
        line.add("-XX:-CreateCoredumpOnCrash");
        // Standard output carries the events: what the JVM itself has to say must not stand among them.
        line.add("-XX:+DisplayVMOutputToStderr");
        line.addAll(List.of("-Xlog:disable", "-Xlog:all=warning,cds*=off,aot*=off:stderr"));
        line.add("-Djava.io.tmpdir=" + temporary);
        line.add("-D" + Frame.Hello.DRIVERS + "=" + Drivers.all().stream().map(Driver::name)
                .collect(Collectors.joining(",")));
        line.add("-XX:ErrorFile=" + crashFolder().resolve("hs_err_pid%p.log"));
        line.add("-cp");
        line.add(String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()));
        line.add(mainClass);
        line.add(work.toString());
        return line;
    }
}
