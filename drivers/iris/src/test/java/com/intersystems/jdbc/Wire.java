package com.intersystems.jdbc;

import module java.base;
import module java.sql;
import java.lang.reflect.Proxy;

/** A socket to the stand-in for a server, on which Java's own serialization goes; all other of JDBC goes to H2. */
final class Wire implements InvocationHandler {

    private final Socket socket;
    private final ObjectOutputStream out;
    private final ObjectInputStream in;
    private final Connection tables;
    /** In which form failures of the socket are told: what the real client does is not known. */
    private final String form;

    private Wire(Socket socket, String namespace, Properties login) throws IOException, SQLException {
        this.socket = socket;
        out = new ObjectOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        out.flush();
        in = new ObjectInputStream(socket.getInputStream());
        try {
            form = (String) ask("login", namespace, login.getProperty("user"), login.getProperty("password"));
            tables = new org.h2.Driver().connect((String) ask("tables"), new Properties());
        } catch (RuntimeException e) {
            socket.close();
            throw new SQLException(e.getMessage(), "28000", e);
        }
    }

    static Connection connection(Socket socket, String namespace, Properties login) throws IOException, SQLException {
        return (Connection) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[] {IRISConnection.class},
                new Wire(socket, namespace, login));
    }

    private synchronized Object ask(Object... request) {
        Object answer;
        try {
            out.writeObject(request);
            out.flush();
            out.reset();
            answer = in.readObject();
        } catch (IOException e) {
            throw told(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        if (answer instanceof RuntimeException refused) {
            throw refused;
        }
        return answer;
    }

    private RuntimeException told(IOException e) {
        boolean late = e instanceof SocketTimeoutException;
        return switch (form) {
            case "cause" -> new RuntimeException("it failed", e);
            case "state" -> new RuntimeException(new SQLException("it failed", late ? "HYT00" : "08S01"));
            case "closed" -> {
                close();
                yield new RuntimeException(late ? "Read timed out" : "it failed");
            }
            case null, default -> new RuntimeException(late ? "Communication error: Read timed out"
                    : "Communication link failure: " + e.getMessage());
        };
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "ask" -> {
                return ask((Object[]) arguments[0]);
            }
            case "setNetworkTimeout" -> {
                socket.setSoTimeout((Integer) arguments[1]);
                return null;
            }
            case "isClosed" -> {
                return socket.isClosed();
            }
            case "isValid" -> {
                return !socket.isClosed() && ask("ping") != null;
            }
            case "abort", "close" -> {
                close();
                tables.close();
                return null;
            }
            default -> {
                try {
                    return method.invoke(tables, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
    }
}
