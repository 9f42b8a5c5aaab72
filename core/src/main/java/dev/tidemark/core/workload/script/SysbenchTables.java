package dev.tidemark.core.workload.script;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.workload.script.language.RandomDraw;

/** The tables of sysbench's OLTP scripts, as {@code sysbench oltp_read_write prepare} makes them. */
record SysbenchTables(TableFiller filler, long tables, long rows, long seed) {

    /** Ten groups of eleven digits. */
    static final String C = "###########" + "-###########".repeat(9);
    /** Five groups of eleven digits. */
    static final String PAD = "###########" + "-###########".repeat(4);

    void make() throws Exception {
        for (long table = 1; table <= tables; table++) {
            make(table);
        }
    }

    private void make(long table) throws Exception {
        filler.execute("CREATE TABLE sbtest" + table + " (id int NOT NULL PRIMARY KEY, k int DEFAULT 0 NOT NULL, "
                + "c char(120) DEFAULT '' NOT NULL, pad char(60) DEFAULT '' NOT NULL)");
        RandomDraw random = new RandomDraw();
        random.seed(SplitMix64.mix(seed + table * SplitMix64.STEP), 0);
        filler.fill("sbtest" + table + " (id, k, c, pad)", "(?, ?, ?, ?)", rows, (number, to) -> {
            to.add(number);
            to.add(random.uniform(1, rows));
            to.add(random.filled(C));
            to.add(random.filled(PAD));
        });
        filler.execute("CREATE INDEX k_" + table + " ON sbtest" + table + " (k)");
    }
}
