package dev.tidemark.core.driver.remote;

import module java.base;

/**
 * A connection to a Unix socket for clients that want a {@link Socket}: Java has those as channels alone. One thread
 * reads and another one may write. A library would bring native code that it unpacks into a folder for temporary files.
 */
final class UnixSocket extends Socket {

    private final Path file;
    private final SocketChannel channel;
    /** Waits for what is to be read, which a channel alone does without end. */
    private final Selector readable;
    private final Selector writable;
    private volatile int timeout;

    UnixSocket(Path file) throws IOException {
        this.file = file;
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        readable = Selector.open();
        writable = Selector.open();
    }

    @Override
    public void connect(SocketAddress anywhere) throws IOException {
        connect(anywhere, 0);
    }

    /** {@inheritDoc} At once, or not at all: the server is on this machine. */
    @Override
    public void connect(SocketAddress anywhere, int millis) throws IOException {
        try {
            channel.connect(UnixDomainSocketAddress.of(file));
        } catch (IOException e) {
            close();
            throw e;
        }
        channel.configureBlocking(false);
        channel.register(readable, SelectionKey.OP_READ);
        channel.register(writable, SelectionKey.OP_WRITE);
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return receive(ByteBuffer.wrap(into, from, length));
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] all, int from, int length) throws IOException {
                send(ByteBuffer.wrap(all, from, length));
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    private int receive(ByteBuffer into) throws IOException {
        try {
            int read = into.hasRemaining() ? channel.read(into) : 0;
            while (read == 0 && into.hasRemaining()) {
                await(readable, timeout);
                read = channel.read(into);
            }
            return read;
        } catch (ClosedChannelException e) {
            throw closed(e);
        }
    }

    private void send(ByteBuffer all) throws IOException {
        try {
            while (channel.write(all) >= 0 && all.hasRemaining()) {
                await(writable, 0);
            }
        } catch (ClosedChannelException e) {
            throw closed(e);
        }
    }

    /** @param millis 0 for without end */
    private void await(Selector event, int millis) throws IOException {
        try {
            event.selectedKeys().clear();
            if (event.select(millis) == 0 && event.isOpen()) {
                if (Thread.currentThread().isInterrupted()) {
                    close();
                    throw new SocketException("Closed by interrupt");
                }
                throw new SocketTimeoutException("Read timed out");
            }
        } catch (ClosedSelectorException e) {
            throw closed(e);
        }
    }

    private static SocketException closed(Exception cause) {
        return (SocketException) new SocketException("Socket closed").initCause(cause);
    }

    /** {@inheritDoc} Whoever waits is woken up, as selectors are when they are closed. */
    @Override
    public void close() throws IOException {
        channel.close();
        readable.close();
        writable.close();
    }

    @Override
    public void setSoTimeout(int millis) {
        timeout = millis;
    }

    @Override
    public int getSoTimeout() {
        return timeout;
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isBound() {
        return isConnected();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public InetAddress getInetAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void setSendBufferSize(int bytes) throws SocketException {
        set(() -> channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes));
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        set(() -> channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes));
    }

    /** Something done with the channel. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    private static void set(Change change) throws SocketException {
        try {
            change.make();
        } catch (IOException e) {
            throw closed(e);
        }
    }

    /** {@inheritDoc} There is nothing to be held back. */
    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public boolean getTcpNoDelay() {
        return true;
    }

    /** {@inheritDoc} The system itself knows when the other end is gone. */
    @Override
    public void setKeepAlive(boolean on) {}

    @Override
    public boolean getKeepAlive() {
        return false;
    }

    @Override
    public void setSoLinger(boolean on, int seconds) {}

    @Override
    public String toString() {
        return file.toString();
    }
}
