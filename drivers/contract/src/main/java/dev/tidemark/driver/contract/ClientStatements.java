package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;

/**
 * What a server logged when a database's own client had read a file. They are kept as a resource: the file, a line of four
 * hyphens in front of each statement, and one of four signs of equality in front of the next file.
 */
public record ClientStatements(String file, List<String> logged) {

    /** @param resource beside the test */
    public static Stream<ClientStatements> of(Class<?> test, String resource) throws IOException {
        try (InputStream all = test.getResourceAsStream(resource)) {
            return Arrays.stream(new String(all.readAllBytes(), StandardCharsets.UTF_8).stripTrailing().split("\n====\n"))
                    .map(text -> text.split("\n----\n"))
                    .map(parts -> new ClientStatements(parts[0], List.of(parts).subList(1, parts.length)));
        }
    }

    /** The statements of a text as they are sent. */
    public static List<Command.Sql> read(Driver driver, Values settings, String text) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("a"), false,
                driver.statements(settings)).getFirst().statements();
    }

    /** The file's as they are sent. */
    public List<String> sent(Driver driver) {
        return read(driver, driver.params().defaults(), file).stream().map(Command.Sql::text).toList();
    }

    @Override
    public String toString() {
        return file;
    }
}
