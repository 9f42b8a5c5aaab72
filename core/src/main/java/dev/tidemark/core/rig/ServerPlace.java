package dev.tidemark.core.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server of a rig lives on this machine. All paths are absolute.
 *
 * @param program  what {@link Rig#unpack} made
 * @param data     a folder of the rig's own for everything that the server stores; it exists
 * @param password a file, of its owner only, with the password in one line
 * @param port     of 127.0.0.1
 * @param tls      present where the server speaks TLS
 */
public record ServerPlace(Path program, Path data, Path password, int port, Optional<TlsFiles> tls) {

    public static final String HOST = "127.0.0.1";

    /** As targets have it. */
    public String address() {
        return HOST + ":" + port;
    }

    /** The password itself, for the server's own files and for probing; it is shown and logged nowhere. */
    public String readPassword() throws IOException {
        return Files.readString(password).strip();
    }
}
