package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.os.HardLinks;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.launch.MeasuredRun;
import dev.tidemark.store.file.StoreException;

/**
 * One measured run per machine at a time: two would measure each other. The operating system holds the lock, on a file
 * in the machine's folder for temporary files, and releases it when the process ends in whatever way.
 */
public final class MachineLock implements AutoCloseable {

    private static final String FILE_NAME = "tidemark-measuring.lock";
    private static final int LONGEST_HOLDER = 200;
    private static final int HOLDER_AT = 1;
    /** A run's id stands before its holder. */
    private static final Pattern HOLDER = Pattern.compile("(?:([0-9a-f]{16}) )?(.*)", Pattern.DOTALL);

    /**
     * Lock files held by this process, and for whom. The operating system knows processes only, and it drops a lock as
     * soon as its process closes any other channel on the same file; so a file that is held is not even opened again.
     */
    private static final Map<Path, String> OWN = new HashMap<>();

    private final Path file;
    /** Null where another process has the machine. */
    private final FileChannel channel;
    private final MeasuredRun run;
    private final boolean alongside;
    private final String other;

    private MachineLock(Path file, FileChannel channel, MeasuredRun run, boolean alongside, String other) {
        this.file = file;
        this.channel = channel;
        this.run = run;
        this.alongside = alongside;
        this.other = other;
    }

    /**
     * Takes the machine for a measured run.
     *
     * @param holder    who takes it, told to whoever is refused, as in {@code label demo, process 4711}
     * @param alongside whether to go on although another measured run is in progress; {@link #alongside} then says so
     * @throws InvalidInputException when the machine is taken and {@code alongside} is false
     */
    public static MachineLock take(String holder, boolean alongside) {
        return take(Path.of(System.getProperty("java.io.tmpdir")), holder, alongside);
    }

    /** The same for a run that other processes may belong to: where one of them has the machine, it is taken already. */
    public static MachineLock take(String holder, MeasuredRun run) {
        return take(Path.of(System.getProperty("java.io.tmpdir")), holder, run);
    }

    public static MachineLock take(Path folder, String holder, boolean alongside) {
        return take(folder, holder, MeasuredRun.begun(alongside));
    }

    static MachineLock take(Path folder, String holder, MeasuredRun run) {
        Path file = folder.toAbsolutePath().normalize().resolve(FILE_NAME);
        synchronized (OWN) {
            if (OWN.containsKey(file)) {
                return taken(OWN.get(file), run);
            }
            try {
                return take(file, open(file), holder, run);
            } catch (IOException e) {
                boolean full = String.valueOf(e.getMessage()).contains("No space left"); // else it may be somebody's trick
                throw new StoreException("the lock " + file + " cannot be used: " + e.getMessage()
                        + (full ? "" : "; remove it if no measured run is in progress"), e);
            }
        }
    }

    private static MachineLock take(Path file, FileChannel channel, String holder, MeasuredRun run) throws IOException {
        boolean held = false;
        try {
            // Only the first byte: on Windows a locked byte cannot be read, and the holder's name is to be read.
            // Its release is left to closing the channel, or to the end of the process.
            if (channel.tryLock(0, HOLDER_AT, false) == null) {
                return taken(readHolder(channel), run);
            }
            String text = (run.id() + " " + holder).strip();
            writeHolder(channel, text);
            OWN.put(file, text);
            held = true;
            return new MachineLock(file, channel, run, false, "");
        } finally {
            if (!held) {
                channel.close();
            }
        }
    }

    private static MachineLock taken(String by, MeasuredRun run) {
        Matcher holder = HOLDER.matcher(by);
        String other = holder.matches() ? holder.group(2) : by;
        if (!run.id().isEmpty() && run.id().equals(holder.group(1))) {
            return new MachineLock(null, null, run, false, "");
        }
        if (!run.alongside()) {
            throw new InvalidInputException("another measured run is in progress on this machine"
                    + (other.isEmpty() ? "" : " (" + other + ")") + "; wait for it, or run beside it with --alongside");
        }
        return new MachineLock(null, null, run, true, other);
    }

    /** Anybody on the machine may lock it; a link planted under its name is not followed. */
    private static FileChannel open(Path file) throws IOException {
        try {
            Files.createFile(file);
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            }
        } catch (FileAlreadyExistsException e) {
            // The usual case: it stays from run to run.
            if (HardLinks.hasOthers(file)) {
                throw new IOException("it has another name elsewhere (a hard link)");
            }
        }
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private static void writeHolder(FileChannel channel, String holder) throws IOException {
        channel.truncate(HOLDER_AT);
        byte[] text = (" " + holder).getBytes(StandardCharsets.UTF_8);
        channel.write(ByteBuffer.wrap(text, 0, Math.min(text.length, LONGEST_HOLDER)), 0);
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(LONGEST_HOLDER);
        channel.read(text, HOLDER_AT);
        // Written by another user, perhaps: nothing in it may steer the terminal.
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "")
                .strip();
    }

    /** Whether another measured run was in progress when this one began; recorded with the run. */
    public boolean alongside() {
        return alongside;
    }

    /** For which it was taken, here and on other machines. */
    MeasuredRun run() {
        return run;
    }

    /** Who has the machine, where this run goes {@link #alongside} it; empty where that is not known. */
    public String other() {
        return other;
    }

    @Override
    public void close() {
        if (channel == null || !channel.isOpen()) {
            return;
        }
        synchronized (OWN) {
            try {
                OWN.remove(file);
                channel.close();
            } catch (IOException e) {
                throw new StoreException("the lock " + file + " cannot be released: " + e.getMessage(), e);
            }
        }
    }
}
