package dev.tidemark.core.rig;

import module java.base;

/**
 * Where a server of a rig lives on this machine. All paths are absolute.
 *
 * @param program   what {@link Rig#unpack} made
 * @param libraries the jars of {@link Rig#libraries} with all that they need, in the order of a class path; empty where
 *                  the server is not just being started
 * @param data      a folder of the rig's own for everything that the server stores; it exists
 * @param password  a file, of its owner only, with the password in one line
 * @param port      of 127.0.0.1
 * @param tls       present where the server speaks TLS
 */
public record ServerPlace(Path program, List<Path> libraries, Path data, Path password, int port,
        Optional<TlsFiles> tls) {

    public static final String HOST = "127.0.0.1";

    public ServerPlace {
        libraries = List.copyOf(libraries);
    }

    /** Of a server that needs no libraries, or that runs. */
    public ServerPlace(Path program, Path data, Path password, int port, Optional<TlsFiles> tls) {
        this(program, List.of(), data, password, port, tls);
    }

    /** That of another server of the same rig. */
    public ServerPlace at(int other) {
        return new ServerPlace(program, libraries, data, password, other, tls);
    }

    /** As targets have it. */
    public String address() {
        return HOST + ":" + port;
    }

    /** The password itself, for the server's own files and for probing; it is shown and logged nowhere. */
    public String readPassword() throws IOException {
        return Files.readString(password).strip();
    }
}
