package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.extra.okhttpclient.OkHttpClientConfigurator;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.time.Clock;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;

/**
 * The sockets of one client, which it shares with none: one request after the other goes over one of them. A request
 * is sent once, and what comes of it is told; by itself the client would send it again for minutes.
 */
final class Sockets implements OkHttpClientConfigurator, Interceptor, AutoCloseable {

    /** A server closes what was idle for 5 s by default; what it closed is not to be met by a request. */
    private static final long IDLE_SECONDS = 4;

    /** Where an answer says what it is of stands at its beginning. */
    private static final long PEEKED = 256;

    private final ConnectionSettings settings;
    private final Dispatcher dispatcher = new Dispatcher();
    private final ConnectionPool pool = new ConnectionPool(1, IDLE_SECONDS, TimeUnit.SECONDS);
    private volatile boolean closed;
    /** Where documents are written; null for where the server puts them. */
    private volatile String forest;

    Sockets(ConnectionSettings settings) {
        this.settings = settings;
    }

    /** {@inheritDoc} It comes before what answers challenges: an answer is for the address as it is sent. */
    @Override
    public void configure(OkHttpClient.Builder client) {
        client.socketFactory(new NoDelay()).dispatcher(dispatcher).connectionPool(pool)
                .protocols(List.of(Protocol.HTTP_1_1)).retryOnConnectionFailure(false)
                .connectTimeout(settings.connectTimeout()).readTimeout(settings.operationTimeout())
                .writeTimeout(settings.operationTimeout()).interceptors().addFirst(this);
    }

    /** From now on documents are written into one forest. @param name null for where the server puts them */
    void placeIn(String name) {
        forest = name;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        requireOpen();
        long end = Clock.system().nanoTime() + settings.operationTimeout().toNanos();
        Response response = bounded(chain.proceed(placed(chain.request())), end);
        if (UnservedException.failure(response.code()).isPresent()) {
            response.close();
            throw new UnservedException(response.code());
        }
        Optional<String> wrong = undocumented(chain.request(), response);
        if (wrong.isPresent()) {
            response.close();
            throw new IOException("the answer is none of this server's: " + wrong.get());
        }
        return response;
    }

    /** The client's own time limit is one for each piece of an answer, and it has none for their sum. */
    private static Response bounded(Response response, long end) {
        ResponseBody body = response.body();
        BufferedSource source = Okio.buffer(new ForwardingSource(body.source()) {
            private long left = Failure.MOST_BYTES;

            @Override
            public long read(Buffer to, long most) throws IOException {
                if (Clock.system().nanoTime() - end > 0) {
                    throw new SocketTimeoutException("the answer did not come to its end in time");
                }
                long read = super.read(to, most);
                left -= Math.max(0, read);
                if (left < 0) {
                    throw Failure.tooLarge();
                }
                return read;
            }
        });
        return response.newBuilder().body(ResponseBody.create(source, body.contentType(), body.contentLength()))
                .build();
    }

    /**
     * What is wrong with an answer that would be taken for a success: the client looks no further than at its status.
     * See the REST API's POST of documents and of {@code /v1/eval}.
     */
    private static Optional<String> undocumented(Request request, Response response) throws IOException {
        int status = response.code();
        String type = String.valueOf(response.header("Content-Type"));
        if (status >= 300 && status < 400) {
            return Optional.of("it redirects (" + status + ", to "
                    + response.header("Location", "nowhere") + ")");
        }
        if (status != 200) {
            return Optional.empty();
        }
        if (type.startsWith("text/html")) {
            return Optional.of("it is a page of HTML");
        }
        boolean posts = request.method().equals("POST");
        if (posts && request.url().encodedPath().endsWith("/documents")) {
            return response.peekBody(PEEKED).string().contains("\"documents\"") ? Optional.empty()
                    : Optional.of("it tells of no documents that were written");
        }
        return posts && request.url().encodedPath().endsWith("/eval") && !type.startsWith("multipart/mixed")
                && response.peekBody(1).contentLength() > 0 ? Optional.of("it has no parts") : Optional.empty();
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("it was closed");
        }
    }

    /** With the parameter of the REST API that the client has no method for. */
    private Request placed(Request request) {
        String name = forest;
        return name == null || !request.method().equals("POST") || !request.url().encodedPath().endsWith("/documents")
                ? request : request.newBuilder().url(request.url().newBuilder()
                        .addQueryParameter("forest-name", name).build()).build();
    }

    /** Gives up those that are idle. */
    void forget() {
        pool.evictAll();
    }

    /** Ends what waits for an answer, too. */
    @Override
    public void close() {
        closed = true;
        dispatcher.cancelAll();
        pool.evictAll();
        dispatcher.executorService().shutdown();
    }

    /** Small requests wait for no acknowledgement of what was sent before. */
    private static final class NoDelay extends SocketFactory {

        private final SocketFactory plain = SocketFactory.getDefault();

        private static Socket prompt(Socket socket) throws SocketException {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            return socket;
        }

        @Override
        public Socket createSocket() throws IOException {
            return prompt(plain.createSocket());
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return prompt(plain.createSocket(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return prompt(plain.createSocket(host, port));
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return prompt(plain.createSocket(host, port, local, localPort));
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return prompt(plain.createSocket(host, port, local, localPort));
        }
    }
}
