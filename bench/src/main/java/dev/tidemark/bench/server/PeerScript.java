package dev.tidemark.bench.server;

import module java.base;

/** What is carried out, by pgbench and sysbench as they have it, and by us from a file that says the same. */
enum PeerScript {

    SELECT("pgbench", """
            \\set aid random(1, 1000000)
            SELECT abalance FROM public.pgbench_accounts WHERE aid = :aid;
            """),
    TPCB("pgbench", """
            \\set aid random(1, 1000000)
            \\set bid random(1, 10)
            \\set tid random(1, 100)
            \\set delta random(-5000, 5000)
            BEGIN;
            UPDATE public.pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
            SELECT abalance FROM public.pgbench_accounts WHERE aid = :aid;
            UPDATE public.pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
            UPDATE public.pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
            INSERT INTO public.pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta,
              CURRENT_TIMESTAMP);
            END;
            """),
    /** sysbench's oltp_read_write with its defaults: ranges of 100, and which rows by its uniform law. */
    READ_WRITE("sysbench", readWrite());

    /** sysbench's own patterns: groups of eleven digits. */
    static final String C = "###########" + "-###########".repeat(9);
    static final String PAD = "###########" + "-###########".repeat(4);

    private final String program;
    private final String text;

    PeerScript(String program, String text) {
        this.program = program;
        this.text = text;
    }

    private static String readWrite() {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            script.append("\\set p").append(i).append(" random(1, 100000)\n");
        }
        script.append("""
                \\set r1 random(1, 100000)
                \\set r2 random(1, 100000)
                \\set r3 random(1, 100000)
                \\set r4 random(1, 100000)
                \\set u1 random(1, 100000)
                \\set u2 random(1, 100000)
                \\set d random(1, 100000)
                \\set k random(1, 100000)
                """);
        script.append("\\set c random_pattern('").append(C).append("')\n\\set pad random_pattern('").append(PAD)
                .append("')\nBEGIN;\n");
        for (int i = 0; i < 10; i++) {
            script.append("SELECT c FROM public.sbtest1 WHERE id = :p").append(i).append(";\n");
        }
        return script.append("""
                SELECT c FROM public.sbtest1 WHERE id BETWEEN :r1 AND :r1 + 99;
                SELECT SUM(k) FROM public.sbtest1 WHERE id BETWEEN :r2 AND :r2 + 99;
                SELECT c FROM public.sbtest1 WHERE id BETWEEN :r3 AND :r3 + 99 ORDER BY c;
                SELECT DISTINCT c FROM public.sbtest1 WHERE id BETWEEN :r4 AND :r4 + 99 ORDER BY c;
                UPDATE public.sbtest1 SET k = k + 1 WHERE id = :u1;
                UPDATE public.sbtest1 SET c = :c WHERE id = :u2;
                DELETE FROM public.sbtest1 WHERE id = :d;
                INSERT INTO public.sbtest1 (id, k, c, pad) VALUES (:d, :k, :c, :pad);
                COMMIT;
                """).toString();
    }

    String program() {
        return program;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String text() {
        return text;
    }

    Path file(Path folder) throws IOException {
        return Files.writeString(folder.resolve(word() + ".sql"), text);
    }
}
