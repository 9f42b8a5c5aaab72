package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;

/**
 * Makes control groups that hold a runner, or a server, to an amount of memory. What such a group's processes read of
 * files counts against it too, so that a small machine, or a part of a large one, shows how an engine fares when its
 * data outgrow the page cache. Both versions of control groups are spoken (see the kernel's cgroup-v1/memory and
 * cgroup-v2); a group is made beneath that of this process, or above it where that is not allowed. Thread-safe.
 */
public class MemoryCgroups {

    private static final String PREFIX = "tidemark-";
    /** Begins the names of groups that outlive their maker, and tell what became of a server that does not live. */
    private static final String LASTING = PREFIX + "server-";
    /** Of all others: the maker's process and when it was started follow, and a number. */
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-\\d+");
    private static final AtomicLong MADE = new AtomicLong();

    private final Path root;
    private final Clock clock;

    /** @param root where the system's {@code proc} and {@code sys} are */
    MemoryCgroups(Path root, Clock clock) {
        this.root = root;
        this.clock = clock;
    }

    public static MemoryCgroups system(Clock clock) {
        return new MemoryCgroups(Path.of("/"), clock);
    }

    /** A group beneath which another can be made. */
    private record Location(Path folder, MemoryCgroup.Version version) {}

    /**
     * Checks that a limit can be put on processes, by making a group and removing it.
     *
     * @param setting that asks for it, by name
     * @throws InvalidInputException saying in one line what is missing
     */
    public void check(String setting, long bytes) {
        try {
            make(bytes).close();
        } catch (IOException e) {
            throw new InvalidInputException(setting + ": " + e.getMessage());
        }
    }

    /**
     * @return a group without processes
     * @throws IOException saying what is missing, for a person to read
     */
    MemoryCgroup make(long bytes) throws IOException {
        return make(PREFIX, bytes);
    }

    /** The same for processes that outlive this one; {@link #removeLeft} leaves it to whoever ends them. */
    public MemoryCgroup makeLasting(long bytes) throws IOException {
        return make(LASTING, bytes);
    }

    private MemoryCgroup make(String prefix, long bytes) throws IOException {
        List<Location> places = places();
        if (places.isEmpty()) {
            throw new IOException(
                    "this system has no control groups for memory; leave it out, or run on Linux with the "
                    + "memory controller");
        }
        IOException refused = null;
        for (Location place : places) {
            try {
                return make(place, prefix, bytes);
            } catch (IOException e) {
                refused = refused == null ? e : refused;
            }
        }
        throw new IOException("no control group can be made beneath " + places.getFirst().folder() + " ("
                + reason(refused)
                + "); it takes root, or a group that was delegated to this user with its memory controller", refused);
    }

    /**
     * One that {@link #makeLasting} has made, perhaps in another process.
     *
     * @param folder see {@link MemoryCgroup#folder}
     */
    public MemoryCgroup made(Path folder) {
        boolean older = Files.exists(folder.resolve("memory.limit_in_bytes"));
        return new MemoryCgroup(folder, older ? MemoryCgroup.Version.ONE : MemoryCgroup.Version.TWO, 0, clock, this);
    }

    private static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException none -> none.getFile() + " is not there";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    private MemoryCgroup make(Location place, String prefix, long bytes) throws IOException {
        if (place.version() == MemoryCgroup.Version.TWO) {
            shareController(place.folder());
        }
        ProcessHandle self = ProcessHandle.current();
        Path folder = place.folder().resolve(prefix + self.pid() + "-" + started(self) + "-"
                + MADE.incrementAndGet());
        makeFolder(folder);
        MemoryCgroup group = new MemoryCgroup(folder, place.version(), bytes, clock, this);
        try {
            group.limit();
            group.admit();
            return group;
        } catch (IOException e) {
            group.close();
            throw e;
        }
    }

    /** Groups of version 2 have a controller only where the one above shares it out. */
    private static void shareController(Path folder) throws IOException {
        Path shared = folder.resolve("cgroup.subtree_control");
        if (!List.of(Files.readString(shared).strip().split("\\s+")).contains("memory")) {
            write(shared, "+memory");
        }
    }

    /** The kernel makes the files in it. */
    void makeFolder(Path folder) throws IOException {
        Files.createDirectory(folder);
    }

    /** @throws IOException while there are processes in it */
    void removeFolder(Path folder) throws IOException {
        Files.deleteIfExists(folder);
    }

    static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Removes the groups that processes left which were killed. */
    public void removeLeft() {
        for (Location place : places()) {
            for (Path folder : left(place.folder())) {
                try {
                    removeFolder(folder);
                } catch (IOException e) {
                    // A process of it still lives, or it is another user's: the next start will look again.
                }
            }
        }
    }

    private static List<Path> left(Path parent) {
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
            for (Path folder : folders) {
                Matcher name = NAME.matcher(folder.getFileName().toString());
                if (name.matches() && !lives(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))) {
                    left.add(folder);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return left;
    }

    /** Whether that very process lives, and not a later one of the same number. */
    private static boolean lives(long pid, long started) {
        return ProcessHandle.of(pid).filter(p -> started(p) == started).isPresent();
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /**
     * Where groups may be made, the best first: beneath the group of this process, else beneath those above it. Inside
     * a container the path may be that of the host, with only the top there.
     */
    private List<Location> places() {
        Path groups = root.resolve("sys/fs/cgroup");
        Optional<String> older = pathOf("memory");
        if (older.isPresent() && Files.isDirectory(groups.resolve("memory"))) {
            return upwards(groups.resolve("memory"), older.get(), MemoryCgroup.Version.ONE);
        }
        return Files.exists(groups.resolve("cgroup.controllers"))
                ? upwards(groups, pathOf("").orElse("/"), MemoryCgroup.Version.TWO) : List.of();
    }

    private static List<Location> upwards(Path top, String path, MemoryCgroup.Version version) {
        List<Location> places = new ArrayList<>();
        for (Path at = top.resolve(path.substring(1)).normalize(); at.startsWith(top); at = at.getParent()) {
            if (Files.isDirectory(at)) {
                places.add(new Location(at, version));
            }
        }
        return places;
    }

    /** The path of this process's group in the hierarchy of a controller, such as {@code /user.slice}. */
    private Optional<String> pathOf(String controller) {
        try {
            return Files.readAllLines(root.resolve("proc/self/cgroup")).stream().map(line -> line.split(":", 3))
                    .filter(parts -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
                    .map(parts -> parts[2]).filter(path -> path.startsWith("/")).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
