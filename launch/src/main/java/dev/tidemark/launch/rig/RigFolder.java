package dev.tidemark.launch.rig;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.RigRecord;
import dev.tidemark.core.rig.TlsFiles;
import dev.tidemark.core.run.Directories;

/**
 * The files of one rig, of their owner only:
 *
 * <pre>
 * lock              held while the rig is started or stopped
 * password          in one line
 * settings          with which the server was started, its port among them
 * target            by which settings a target reaches it; what it keeps may be gone when they are asked for
 * asked-for         the same of the last start that a user asked for
 * memory-group      the control group of a server whose memory is limited
 * process           the server's boot, number and start, as the process itself wrote them down before it began, and
 *                   the key of this folder
 * signal            the name of the one that ends a server in good order
 * log               what the server said since its last start
 * program-VERSION/  the unpacked program
 * data/             what the server stores, unless its setting directory says otherwise
 * data-disk/        the same, on a file system of its own, which is the file data-disk.ext4
 * mounted           where that is mounted
 * tls/              certificates
 * </pre>
 */
final class RigFolder {

    /** In a folder for data that the user chose: for which rig's folder it is. */
    static final String MARKER = "made-by-tidemark";

    private static final String UNFINISHED = ".new";
    private static final int PASSWORD_BYTES = 24;

    private final Path home;

    RigFolder(Path home) {
        this.home = home.toAbsolutePath().normalize();
    }

    Path home() {
        return home;
    }

    boolean exists() {
        return Files.isDirectory(home);
    }

    Path lock() {
        return home.resolve("lock");
    }

    /** What it says of processes. */
    RigRecord processes() {
        return new RigRecord(home);
    }

    Path log() {
        return processes().log();
    }

    /** Bytes; 0 where somebody has removed it. */
    long logLength() throws IOException {
        return Files.exists(log()) ? Files.size(log()) : 0;
    }

    /** What the server has said since its log was so many bytes long. */
    String logged(long from) throws IOException {
        if (logLength() <= from) {
            return "";
        }
        try (InputStream in = Files.newInputStream(log())) {
            in.skip(from);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    Path password() {
        return home.resolve("password");
    }

    Path program(String version) {
        return home.resolve("program-" + version);
    }

    TlsFiles tls() {
        Path folder = home.resolve("tls");
        return new TlsFiles(folder.resolve("authority.pem"), folder.resolve("server.pem"),
                folder.resolve("server.key"));
    }

    /** Where the server of these settings, whose paths are absolute, keeps its data. */
    Path data(String rig, Values values) {
        Path shared = values.find(RigParams.DIRECTORY).map(d -> d.resolve("tidemark-" + rig))
                .orElse(home.resolve("data"));
        return values.find(RigParams.DISK).isEmpty() ? shared : shared.resolveSibling(shared.getFileName() + "-disk");
    }

    void make() throws IOException {
        folder(home);
    }

    /** Makes a folder for its owner only; one that is there stays as it is. */
    static Path folder(Path path) throws IOException {
        return Files.createDirectories(path,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Makes a password at the first start; it stays, as the data know it. */
    void makePassword() throws IOException {
        if (!Files.exists(password())) {
            byte[] random = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(random);
            PrivateFile.write(password(), Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n");
        }
    }

    /** The settings of the last start, by name; empty before the first. */
    Optional<Map<String, String>> settings() throws IOException {
        return read("settings");
    }

    /** Those of the last start that was asked for, where an experiment has started it with others since. */
    Optional<Map<String, String>> requestedSettings() throws IOException {
        Optional<Map<String, String>> found = read("asked-for");
        return found.isPresent() ? found : settings();
    }

    private Optional<Map<String, String>> read(String name) throws IOException {
        Path file = home.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        Map<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return Optional.of(settings);
    }

    void recordRequested(Map<String, String> settings) throws IOException {
        write("asked-for", settings);
    }

    void record(Map<String, String> settings) throws IOException {
        write("settings", settings);
    }

    void recordTarget(Map<String, String> settings) throws IOException {
        write("target", settings);
    }

    /** By which settings the server of the last start was reached; none before the first. */
    Map<String, String> target() throws IOException {
        return read("target").orElse(Map.of());
    }

    private void write(String name, Map<String, String> settings) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        StringWriter text = new StringWriter();
        properties.store(text, null);
        PrivateFile.write(home.resolve(name), text.toString());
    }

    /** Makes a folder by filling one aside, which then gets the name. One that is there is taken as it is. */
    Path made(Path folder, Filling filling) throws IOException, RigException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            Path unfinished = folder.resolveSibling(folder.getFileName() + UNFINISHED);
            Directories.delete(unfinished);
            filling.fill(folder(unfinished));
            Files.move(unfinished, folder);
        }
        return folder;
    }

    /** Puts files into an empty folder. */
    interface Filling {
        void fill(Path folder) throws IOException, RigException, InterruptedException;
    }
}
