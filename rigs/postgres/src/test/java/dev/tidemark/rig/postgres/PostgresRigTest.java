package dev.tidemark.rig.postgres;

import dev.tidemark.driver.contract.RigContract;

class PostgresRigTest extends RigContract {

    PostgresRigTest() {
        super("postgres");
    }

    @Override
    protected String unpublishedVersion() {
        return "99.0.0";
    }
}
