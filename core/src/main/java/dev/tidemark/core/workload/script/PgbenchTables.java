package dev.tidemark.core.workload.script;

/**
 * The tables of pgbench's built-in scripts, as {@code pgbench -i} makes them (PostgreSQL's manual, "pgbench",
 * Initialization Options).
 */
record PgbenchTables(TableFiller filler, long scale) {

    static final long TELLERS = 10;
    static final long ACCOUNTS = 100_000;

    void make() throws Exception {
        filler.execute("CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, "
                + "filler char(22))");
        filler.execute("CREATE TABLE pgbench_tellers (tid int NOT NULL PRIMARY KEY, bid int, tbalance int, "
                + "filler char(84))");
        filler.execute("CREATE TABLE pgbench_accounts (aid int NOT NULL PRIMARY KEY, bid int, abalance int, "
                + "filler char(84))");
        filler.execute("CREATE TABLE pgbench_branches (bid int NOT NULL PRIMARY KEY, bbalance int, filler char(88))");
        filler.fill("pgbench_branches (bid, bbalance)", "(?, 0)", scale, (number, to) -> to.add(number));
        filler.fill("pgbench_tellers (tid, bid, tbalance)", "(?, ?, 0)", scale * TELLERS, (number, to) -> {
            to.add(number);
            to.add((number - 1) / TELLERS + 1);
        });
        filler.fill("pgbench_accounts (aid, bid, abalance, filler)", "(?, ?, 0, '')", scale * ACCOUNTS,
                (number, to) -> {
            to.add(number);
            to.add((number - 1) / ACCOUNTS + 1);
        });
    }
}
