package dev.tidemark.bench.server;

import module java.base;

/**
 * A server that runs, of which everything may be written over.
 *
 * @param user         empty for none
 * @param passwordFile one line
 */
record ServerAddress(String host, int port, String user, Path passwordFile) {

    static ServerAddress of(String address, String user, String passwordFile) {
        String[] parts = address.split(":");
        return new ServerAddress(parts[0], Integer.parseInt(parts[1]), user, Path.of(passwordFile).toAbsolutePath());
    }

    String password() throws IOException {
        return Files.readString(passwordFile).strip();
    }
}
