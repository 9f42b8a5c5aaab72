package dev.tidemark.cli;

import java.util.List;

class PostgresApiTroubleTest extends ApiTroubleContract {

    @Override
    String rig() {
        return "postgres";
    }

    @Override
    String wrongPassword() {
        return "FATAL: password authentication failed for user \"tidemark\"";
    }

    @Override
    List<String> noDatabase() {
        return List.of("--database", "nowhere");
    }

    @Override
    String noDatabaseSaid() {
        return "FATAL: database \"nowhere\" does not exist";
    }

    @Override
    String noTls() {
        return "The server does not support SSL.";
    }

    /** It answers at once; but a machine that is busy may not. */
    @Override
    String timeForConnecting() {
        return "30s";
    }

    @Override
    List<String> styles() {
        return List.of("insert", "copy", "noop");
    }
}
