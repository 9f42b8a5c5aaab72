package com.intersystems.jdbc;

import module java.base;
import module java.sql;
import java.util.logging.Logger;

public class IRISDriver implements Driver {

    private static final Pattern URL = Pattern.compile("jdbc:IRIS://([^/]+):([0-9]+)/([^/]+)");

    @Override
    public boolean acceptsURL(String url) {
        return URL.matcher(url).matches();
    }

    @Override
    public Connection connect(String url, Properties login) throws SQLException {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            return null;
        }
        try {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(parts.group(1), Integer.parseInt(parts.group(2))),
                    1000 * DriverManager.getLoginTimeout());
            return Wire.connection(socket, parts.group(3), login);
        } catch (IOException e) {
            throw new SQLException("Communication link failure: " + e.getMessage(), "08S01", e);
        }
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 3;
    }

    @Override
    public int getMinorVersion() {
        return 10;
    }

    @Override
    public boolean jdbcCompliant() {
        return true;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }
}
