package dev.tidemark.core.measure.environment;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.core.os.GroupPageCache;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.Setting;
import java.lang.management.ManagementFactory;

/** Finds out what the machine is. */
public final class Environment {

    private static final double LITTLE_SPACE = 0.1;
    /** Logs and the like are smaller, and always in use. */
    private static final long LARGE = 1 << 20;

    private final ProcFs procFs;
    private final boolean linux;
    private final List<Mount> mounts;

    Environment(ProcFs procFs, boolean linux) {
        this.procFs = procFs;
        this.linux = linux;
        this.mounts = linux ? Mount.parse(procFs.lines("proc/self/mountinfo")) : List.of();
    }

    private static Environment here() {
        return new Environment(ProcFs.system(), System.getProperty("os.name").equals("Linux"));
    }

    /**
     * Facts of the machine, the JDK, Tidemark, and the disks that directories lie on. Those of the first directory have
     * plain names ({@code file-system}, {@code device}, …); a further one that lies on another file system adds the
     * same with {@code -2}, {@code -3} and so on.
     *
     * @param directories need not exist yet
     */
    public static EnvironmentFacts detect(Collection<Path> directories) {
        return here().facts(directories);
    }

    /**
     * Whether two directories, which need not exist yet, share a disk; false when that is unknown.
     */
    public static boolean sameDevice(Path a, Path b) {
        return here().shareDevice(a, b);
    }

    /**
     * Kernel names of the disks beneath directories, which need not exist yet: {@code vda}, {@code nvme0n1}. Beneath
     * partitions, volumes and arrays it is the disks. None where the system does not tell.
     */
    public static List<String> disks(Collection<Path> directories) {
        return here().diskNames(directories);
    }

    /** Whether file systems of a type, as the fact {@code file-system} tells it, lie in memory. */
    public static boolean isMemory(String fileSystem) {
        return Mount.MEMORY.contains(fileSystem);
    }

    /** Whether no library can be loaded from a folder, since its file system is mounted {@code noexec}. */
    public static boolean refusesLibraries(Path folder) {
        return here().isNoexec(folder);
    }

    boolean isNoexec(Path folder) {
        return Mount.of(existing(folder), mounts).filter(mount -> List.of(mount.options().split(","))
                .contains("noexec"))
                .isPresent();
    }

    /** Bytes of memory that this process may use, page cache included, where that is less than the machine has. */
    public static Optional<Long> memoryLimit() {
        Environment here = here();
        return here.linux ? new LinuxMachine(here.procFs).memoryLimit(new ControlGroup(here.procFs)) : Optional.empty();
    }

    /**
     * Bytes of memory that control groups leave to servers of this machine, page cache included, where that is less than
     * the machine has.
     */
    public static Optional<Long> memoryLimit(List<ServerProcess> servers) {
        return here().limit(servers);
    }

    /** What this process may have of the processors where control groups limit it, and what that did so far. */
    public static Optional<CpuQuota> cpuQuota() {
        Environment here = here();
        return here.linux ? new ControlGroup(here.procFs).cpuQuota() : Optional.empty();
    }

    Optional<Long> limit(List<ServerProcess> servers) {
        LinuxMachine machine = new LinuxMachine(procFs);
        return servers.stream().map(server -> machine.memoryLimit(new ControlGroup(procFs, String.valueOf(server.pid()))))
                .flatMap(Optional::stream).min(Long::compare);
    }

    /**
     * Empties the page cache of what servers of this machine read of files, where each runs in a control group that
     * Tidemark has made. What a server before has read of the same files counts for that one's group, and is not got
     * rid of while the files are mapped; so the large files beside those that the servers write are looked at, too.
     *
     * @return whether hardly anything is cached any more; false where that cannot be done or told
     */
    public static boolean dropPageCache(List<ServerProcess> servers) {
        List<Path> groups = here().groups(servers);
        return !groups.isEmpty() && groups.stream().allMatch(GroupPageCache::drop) && dropFiles(servers);
    }

    private static boolean dropFiles(List<ServerProcess> servers) {
        try {
            return PageCache.drop(servers.stream().flatMap(server -> server.writes().stream()).distinct()
                    .flatMap(folder -> ProcFs.entries(folder).stream())
                    .filter(file -> Files.isRegularFile(file) && file.toFile().length() >= LARGE).toList());
        } catch (IOException e) {
            return false; // one was removed meanwhile, or is not for us
        }
    }

    /** None where one of the servers is in none. */
    List<Path> groups(List<ServerProcess> servers) {
        List<Optional<Path>> groups = servers.stream()
                .map(server -> new ControlGroup(procFs, String.valueOf(server.pid())).memoryGroup()).toList();
        return groups.stream().allMatch(Optional::isPresent)
                ? groups.stream().flatMap(Optional::stream).distinct().toList() : List.of();
    }

    /** That limit as a fact. */
    public static List<Setting> facts(List<ServerProcess> servers) {
        FactsBuilder facts = new FactsBuilder();
        memoryLimit(servers).ifPresent(limit -> facts.addBytes("server-memory-allowed", limit));
        return facts.facts().settings();
    }

    List<String> diskNames(Collection<Path> directories) {
        return directories.stream().map(Environment::existing).flatMap(directory -> disks(directory).stream())
                .map(disk -> disk.getFileName().toString()).distinct().sorted().toList();
    }

    EnvironmentFacts facts(Collection<Path> directories) {
        FactsBuilder facts = new FactsBuilder();
        int cores = Runtime.getRuntime().availableProcessors();
        if (linux) {
            new LinuxMachine(procFs).describe(cores, facts);
        } else {
            describeOther(cores, facts);
        }
        facts.add("architecture", System.getProperty("os.arch"));
        facts.add("jdk", System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor") + ")");
        facts.add("tidemark", Optional.ofNullable(Environment.class.getPackage().getImplementationVersion()));
        Set<Object> seen = new HashSet<>();
        for (Path directory : directories) {
            Path existing = existing(directory);
            if (seen.add(place(existing))) {
                describeDirectory(directory, existing, seen.size() == 1 ? "" : "-" + seen.size(), facts);
            }
        }
        return facts.facts();
    }

    private static void describeOther(int cores, FactsBuilder facts) {
        facts.add("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.addNumber("cores", cores, "");
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            facts.addBytes("memory", system.getTotalMemorySize());
        }
    }

    /** What tells file systems apart: the mount, or where there is none to see, the store. */
    private Object place(Path existing) {
        Optional<Mount> mount = Mount.of(existing, mounts);
        return mount.isPresent() ? mount.get() : store(existing).map(FileStore::name).orElse(existing.toString());
    }

    private void describeDirectory(Path directory, Path existing, String suffix, FactsBuilder facts) {
        Optional<Mount> mount = Mount.of(existing, mounts);
        Optional<FileStore> store = store(existing);
        Optional<BlockDevice> device = mount.flatMap(m -> BlockDevice.of(m, procFs));
        facts.add("file-system" + suffix, mount.map(Mount::type).or(() -> store.map(FileStore::type)));
        facts.add("mount-options" + suffix, mount.map(Mount::options));
        facts.add("device" + suffix, device.map(BlockDevice::description));
        facts.add("disk-model" + suffix, device.flatMap(BlockDevice::model));
        facts.add("disk-kind" + suffix, device.flatMap(BlockDevice::kind));
        facts.add("io-scheduler" + suffix, device.flatMap(BlockDevice::scheduler));
        store.ifPresent(s -> describeSpace(directory, s, suffix, facts));
        mount.ifPresent(m -> warnOf(directory, m, facts));
    }

    /**
     * Free space is told in tenths only: it changes with every run, and facts that differ between runs would look like
     * a reason for their difference.
     */
    private static void describeSpace(Path directory, FileStore store, String suffix, FactsBuilder facts) {
        try {
            long total = store.getTotalSpace();
            long free = store.getUsableSpace();
            if (total <= 0) {
                return;
            }
            facts.addBytes("file-system-size" + suffix, total);
            facts.addNumber("free-space" + suffix, Math.floor(10.0 * free / total) * 10, "%");
            if (free < LITTLE_SPACE * total) {
                facts.warn(directory + " lies on a file system with only " + FactsBuilder.bytesText(free) + " of "
                        + FactsBuilder.bytesText(total) + " free: writing slows down as disks fill up.");
            }
        } catch (IOException e) {
            // Some file systems refuse to tell; then the fact is absent.
        }
    }

    private static void warnOf(Path directory, Mount mount, FactsBuilder facts) {
        if (mount.isMemory()) {
            facts.warn(directory + " lies in memory (" + mount.type() + "): no disk is measured.");
        } else if (mount.isNetwork()) {
            facts.warn(directory + " lies on a network file system (" + mount.type()
                    + "): the network and its server are measured too, and caches of either may answer.");
        } else if (mount.isOverlay()) {
            facts.warn(directory + " lies on a container's layered file system (" + mount.type()
                    + "): mount a volume to measure the disk itself.");
        }
    }

    boolean shareDevice(Path a, Path b) {
        Path first = existing(a);
        Path second = existing(b);
        if (place(first).equals(place(second))) {
            return true;
        }
        return !Collections.disjoint(disks(first), disks(second));
    }

    private List<Path> disks(Path existing) {
        return Mount.of(existing, mounts).flatMap(mount -> BlockDevice.of(mount, procFs)).map(BlockDevice::disks)
                .orElse(List.of());
    }

    /** The real path of the directory, or of the nearest one above it that exists. */
    private static Path existing(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        while (path.getParent() != null && !Files.exists(path)) {
            path = path.getParent();
        }
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    private static Optional<FileStore> store(Path existing) {
        try {
            return Optional.of(Files.getFileStore(existing));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
