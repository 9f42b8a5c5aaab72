package dev.tidemark.driver.contract;

import module java.base;

/** A Unix socket behind which a server stands that listens at an address: what is sent to one goes to the other. */
public final class UnixProxy implements AutoCloseable {

    private final Path file;
    private final String address;
    private final ServerSocketChannel listening;

    /** @param file of the socket; @param address {@code host:port} of the server */
    public UnixProxy(Path file, String address) throws IOException {
        this.file = file;
        this.address = address;
        listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(file));
        Thread.ofPlatform().daemon().start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = listening.accept();
                String[] at = address.split(":");
                SocketChannel server = SocketChannel.open(new InetSocketAddress(at[0], Integer.parseInt(at[1])));
                Thread.ofPlatform().daemon().start(() -> copy(client, server));
                Thread.ofPlatform().daemon().start(() -> copy(server, client));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private static void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer bytes = ByteBuffer.allocate(1 << 14);
        try (from; to) {
            while (from.read(bytes) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    to.write(bytes);
                }
                bytes.clear();
            }
        } catch (IOException e) {
            // one end has closed it
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        Files.deleteIfExists(file);
    }
}
