package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.HardLinks;

/**
 * A folder on disk that an embedded engine keeps its data in:
 *
 * <pre>
 * DIRECTORY/NAME/made-by-tidemark   the marker: what was made, and a lock while it is in use
 *               /…                  what the engine makes
 * </pre>
 *
 * <p>The marker is written before anything else and deleted after everything else, so whatever a killed run leaves
 * can be told from what belongs to the user. Nothing is ever deleted whose name the engine would not have given, and
 * no link below the directory is followed: neither the folder nor the marker nor anything in the folder may be one.
 *
 * <p>From locking on, the folder is held by a handle: the marker is opened and files are deleted by that, so that a
 * folder or link that somebody puts in its place meanwhile is not touched. An engine opens its files by their names,
 * which Java cannot help; so whoever opens one asks {@link #requireInPlace} afterwards, and has it closed again if the
 * folder was replaced. What an engine did in the moment between the two is done. Not thread-safe.
 */
public final class OwnedDataDirectory {

    public static final String MARKER = "made-by-tidemark";

    private static final String DIRECTORY_MADE = "directory-made";
    private static final int LARGEST_MARKER = 4096;

    private final Path directory;
    private final Path folder;
    private final Pattern own;
    /** Open, with a lock on it, while this object has the folder to itself. */
    private FileChannel marker;
    /** Of the folder that the marker is in, as long as it is open. */
    private FolderHandle handle;

    /**
     * @param directory where the user wants the data
     * @param name      of the folder in it
     * @param own       matches the paths, relative to the folder and with slashes, of the files and folders in it that
     *                  the engine makes and Tidemark may delete; folders of the engine must match by themselves
     */
    public OwnedDataDirectory(Path directory, String name, Pattern own) {
        this.directory = directory.toAbsolutePath().normalize();
        this.folder = this.directory.resolve(name);
        this.own = own;
    }

    public Path directory() {
        return directory;
    }

    /** The folder itself. */
    public Path path() {
        return folder;
    }

    /** Whether a run of Tidemark made something here. */
    public boolean exists() {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(folder.resolve(MARKER), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes the folder, empty but for the marker, and locks it, after deleting what an earlier run left.
     *
     * @param facts what the marker shall say of the data; names and values without {@code =} and line ends
     * @throws DriverException when the place is not ours, is in use or cannot be written
     */
    public void make(Map<String, String> facts) throws DriverException {
        try {
            requireInPlace();
            boolean made = !Files.isDirectory(directory);
            if (made && Files.exists(directory)) {
                throw new FileAlreadyExistsException(directory.toString());
            }
            refuseLink(folder);
            Files.createDirectories(folder);
            refuseMarkerOfOthers();
            refuseFilesOfOthers();
            if (exists()) {
                lock();
                made = Boolean.parseBoolean(readMarker().get(DIRECTORY_MADE));
                deleteOwn();
            } else {
                lock();
            }
            writeMarker(facts, made);
        } catch (IOException e) {
            release();
            throw failure(folder, e);
        } catch (DriverException e) {
            release();
            throw e;
        }
    }

    /**
     * Locks the folder that is there.
     *
     * @return what the marker says
     * @throws DriverException when it is not there or in use
     */
    public Map<String, String> use() throws DriverException {
        refuseLink(folder);
        try {
            refuseMarkerOfOthers();
            if (!exists()) {
                throw new DriverException(folder + " holds no data of Tidemark's; it must be created first");
            }
            List<Path> all = inside(p -> true);
            for (Path path : all) {
                refuseLink(path);
            }
            refuseOtherNames(all);
            lock();
            return readMarker();
        } catch (IOException e) {
            release();
            throw failure(folder, e);
        }
    }

    /**
     * @throws DriverException when the locked folder is not there any more, or another one or a link is in its place
     */
    public void requireInPlace() throws DriverException {
        if (handle != null && !handle.isInPlace()) {
            throw new DriverException(folder
                    + " was replaced by another one while it was in use; nothing there is touched");
        }
    }

    /** What a link leads to may be anybody's. */
    private static void refuseLink(Path path) throws DriverException {
        if (Files.isSymbolicLink(path)) {
            throw new DriverException(path + " is a link, and Tidemark follows none there; remove it or choose another "
                    + "directory");
        }
    }

    private void refuseMarkerOfOthers() throws IOException, DriverException {
        refuseLink(folder.resolve(MARKER));
        refuseOtherNames(List.of(folder.resolve(MARKER)));
    }

    /** A file with another name elsewhere may be anybody's, as what a copy by hard links shares with its original. */
    private static void refuseOtherNames(List<Path> all) throws IOException, DriverException {
        Optional<Path> shared = HardLinks.linkedElsewhere(all);
        if (shared.isPresent()) {
            throw new DriverException(shared.get() + " has another name elsewhere (a hard link), and what is written into it "
                    + "would change that file; put a copy in its place or choose another directory");
        }
    }

    /**
     * Changes what the marker of the locked folder says of the data.
     *
     * @param facts in place of all that {@link #make} was given
     */
    public void record(Map<String, String> facts) throws DriverException {
        try {
            writeMarker(facts, Boolean.parseBoolean(readMarker().get(DIRECTORY_MADE)));
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /**
     * Makes a folder in the locked folder, and empties it if it is there.
     *
     * @param name matched by what the engine makes, as everything in it is
     */
    public Path makeEmpty(String name) throws DriverException {
        Path made = folder.resolve(name);
        refuseLink(made);
        try {
            if (Files.exists(made)) {
                for (Path path : inside(p -> p.startsWith(made) && isOwn(p))) {
                    deletePath(path);
                }
            }
            return Files.createDirectories(made);
        } catch (IOException e) {
            throw failure(made, e);
        }
    }

    /** Bytes of all files in a folder and in its folders, but for those that an engine deletes meanwhile. */
    public static long bytesIn(Path folder) throws DriverException {
        AtomicLong bytes = new AtomicLong();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    bytes.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    return goOn(file, e);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                    return goOn(directory, e);
                }

                private FileVisitResult goOn(Path path, IOException e) throws IOException {
                    if (e != null && path.equals(folder)) {
                        throw e;
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            return bytes.get();
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /**
     * Deletes what {@link #make} and the engine made, and unlocks.
     *
     * @return the files and folders of others that were found inside, which stay
     */
    public List<Path> remove() throws DriverException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            requireInPlace();
        }
        if (!exists()) {
            release();
            return List.of();
        }
        try {
            lock();
            requireInPlace();
            boolean directoryMade = Boolean.parseBoolean(readMarker().get(DIRECTORY_MADE));
            deleteOwn();
            handle.delete(Path.of(MARKER), false);
            release();
            List<Path> left = inside(p -> true);
            if (left.isEmpty()) {
                Files.delete(folder);
                if (directoryMade) {
                    deleteIfEmpty(directory);
                }
            }
            return left;
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    /** Lets others have the folder. */
    public void release() {
        if (marker != null) {
            try {
                marker.close();
            } catch (IOException e) {
                // Only reading and locking went on, so nothing is lost; the lock goes with the descriptor.
            } finally {
                marker = null;
            }
        }
        if (handle != null) {
            handle.close();
            handle = null;
        }
    }

    /** What the operating system complains of, in one line for the user. */
    public static DriverException failure(Path path, IOException e) {
        return new DriverException(switch (e) {
            case FileAlreadyExistsException there -> there.getFile() + " is a file, not a folder";
            case NotDirectoryException there -> there.getFile() + " is a file, not a folder";
            case AccessDeniedException denied -> denied.getFile() + " cannot be written: permission denied";
            case FileSystemException f when isFull(f.getReason()) -> DriverException.fullDisk(path);
            case FileSystemException f -> f.getFile() + " cannot be written: " + oneLine(f.getReason(), f);
            default -> isFull(e.getMessage()) ? DriverException.fullDisk(path)
                    : path + " cannot be written: " + oneLine(e.getMessage(), e);
        }, e);
    }

    private static boolean isFull(String message) {
        return message != null && message.contains("No space left");
    }

    /** The system's own words; where it has none, the name of the exception. */
    private static String oneLine(String message, IOException e) {
        return message == null || message.isBlank() ? e.getClass().getSimpleName()
                : DriverException.oneLine(message);
    }

    private void refuseFilesOfOthers() throws IOException, DriverException {
        boolean ours = exists();
        List<Path> foreign = inside(p -> !(ours && isOwn(p)));
        if (!foreign.isEmpty()) {
            throw new DriverException(folder + " holds files that Tidemark did not make ("
                    + folder.relativize(foreign.getFirst()) + (foreign.size() > 1 ? ", …" : "")
                    + "); move them away or choose another directory");
        }
    }

    private void deleteOwn() throws IOException {
        for (Path path : inside(this::isOwn)) {
            deletePath(path);
        }
    }

    /** By the folder's handle: what was put in its place since is not touched. */
    private void deletePath(Path path) throws IOException {
        boolean inner = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        try {
            handle.delete(folder.relativize(path), inner);
        } catch (DirectoryNotEmptyException e) {
            // It holds what others put there, and so it stays.
        }
    }

    private static void deleteIfEmpty(Path path) throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // It holds what others put there, and so it stays.
        }
    }

    /** A link is never our own, whatever its name. */
    private boolean isOwn(Path path) {
        return !Files.isSymbolicLink(path) && own.matcher(relative(path)).matches();
    }

    private String relative(Path path) {
        return folder.relativize(path).toString().replace('\\', '/');
    }

    /** What is in the folder, but for the marker; what is in a folder before the folder. */
    private List<Path> inside(Predicate<Path> condition) throws IOException {
        Path marker = folder.resolve(MARKER);
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.filter(p -> !p.equals(folder) && !p.equals(marker)).filter(condition)
                    .sorted(Comparator.reverseOrder()).toList();
        }
    }

    private void lock() throws IOException, DriverException {
        if (marker != null) {
            return;
        }
        Set<OpenOption> options = new HashSet<>(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS));
        if (!exists()) {
            options.add(StandardOpenOption.CREATE_NEW);
        }
        FolderHandle opened = FolderHandle.open(folder);
        FileChannel channel;
        try {
            channel = opened.file(MARKER, options);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        try {
            if (channel.tryLock() == null) {
                throw new OverlappingFileLockException();
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            opened.close();
            throw new DriverException(folder + " is in use by another run; wait for it or choose another directory");
        }
        marker = channel;
        handle = opened;
    }

    /** Empty when a run was killed between making the marker and filling it. */
    private Map<String, String> readMarker() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LARGEST_MARKER);
        marker.read(bytes, 0);
        Map<String, String> facts = new TreeMap<>();
        new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(line -> line.split("=", 2))
                .filter(fact -> fact.length == 2).forEach(fact -> facts.put(fact[0], fact[1]));
        return facts;
    }

    private void writeMarker(Map<String, String> facts, boolean directoryMade) throws IOException {
        Map<String, String> all = new TreeMap<>(facts);
        all.put(DIRECTORY_MADE, Boolean.toString(directoryMade));
        StringBuilder text = new StringBuilder();
        all.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        text.append("# Tidemark made this folder and deletes it when its data is made anew or dropped.\n");
        marker.truncate(0);
        marker.write(StandardCharsets.UTF_8.encode(text.toString()), 0);
    }
}
