package dev.tidemark.bench.server;

import module java.base;
import module java.sql;

/** A script carried out through JDBC by a program that knows it by heart; each statement is prepared on the server. */
final class BareScript implements BareClient {

    private final SplittableRandom random = new SplittableRandom();
    private final Connection connection;
    private final PeerScript script;
    private final List<PreparedStatement> statements = new ArrayList<>();

    BareScript(ServerAddress place, PeerScript script) throws IOException, SQLException {
        this.script = script;
        Properties properties = new Properties();
        properties.setProperty("user", place.user());
        properties.setProperty("password", place.password());
        properties.setProperty("prepareThreshold", "1");
        connection = DriverManager.getConnection("jdbc:postgresql://" + place.host() + ":" + place.port()
                + "/postgres", properties);
        for (String statement : script.text().split(";")) {
            String sql = statement.lines().filter(line -> !line.startsWith("\\")).reduce("", (a, b) -> a + " " + b)
                    .replaceAll(":[a-z0-9]+", "?").strip();
            if (!sql.isEmpty()) {
                statements.add(connection.prepareStatement(sql));
            }
        }
    }

    @Override
    public void get(long[] accounts) throws Exception {
        switch (script) {
            case SELECT -> carryOut(0, 1 + accounts[0]);
            case TPCB -> transfer(1 + accounts[0]);
            case READ_WRITE -> readAndWrite();
        }
    }

    private void transfer(long account) throws SQLException {
        long branch = random.nextLong(1, 11);
        long teller = random.nextLong(1, 101);
        long delta = random.nextLong(-5000, 5001);
        carryOut(0);
        carryOut(1, delta, account);
        carryOut(2, account);
        carryOut(3, delta, teller);
        carryOut(4, delta, branch);
        carryOut(5, teller, branch, account, delta);
        carryOut(6);
    }

    private void readAndWrite() throws SQLException {
        int next = 0;
        carryOut(next++);
        while (next <= 10) {
            carryOut(next++, row());
        }
        while (next <= 14) {
            long from = row();
            carryOut(next++, from, from);
        }
        carryOut(next++, row());
        PreparedStatement change = statements.get(next++);
        change.setString(1, filled(PeerScript.C));
        change.setLong(2, row());
        change.execute();
        long moved = row();
        carryOut(next++, moved);
        PreparedStatement insert = statements.get(next++);
        insert.setLong(1, moved);
        insert.setLong(2, row());
        insert.setString(3, filled(PeerScript.C));
        insert.setString(4, filled(PeerScript.PAD));
        boolean there = false;
        try {
            insert.execute();
        } catch (SQLException e) {
            there = e.getSQLState().equals("23505");
            if (!there) {
                throw e;
            }
        }
        if (there) {
            try (var statement = connection.createStatement()) {
                statement.execute("ROLLBACK");
            }
        } else {
            carryOut(next);
        }
    }

    private long row() {
        return random.nextLong(1, 100_001);
    }

    private String filled(String pattern) {
        char[] text = pattern.toCharArray();
        for (int i = 0; i < text.length; i++) {
            text[i] = text[i] == '#' ? (char) ('0' + random.nextInt(10)) : text[i];
        }
        return new String(text);
    }

    private void carryOut(int statement, long... values) throws SQLException {
        PreparedStatement prepared = statements.get(statement);
        for (int i = 0; i < values.length; i++) {
            prepared.setLong(i + 1, values[i]);
        }
        if (prepared.execute()) {
            try (ResultSet rows = prepared.getResultSet()) {
                while (rows.next()) {
                    rows.getObject(1);
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
