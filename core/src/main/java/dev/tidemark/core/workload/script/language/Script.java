package dev.tidemark.core.workload.script.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A script that was read, for one worker.
 *
 * @param name what people call it
 */
public record Script(String name, List<Command> commands, Variables variables, Map<String, Integer> places) {

    /** Its statements, in the order of their numbers. */
    public List<Command.Sql> statements() {
        List<Command.Sql> all = new ArrayList<>();
        collect(commands, all);
        return all;
    }

    private static void collect(List<Command> commands, List<Command.Sql> into) {
        for (Command command : commands) {
            switch (command) {
                case Command.Sql sql -> into.add(sql);
                case Command.If branches -> {
                    branches.branches().forEach(b -> collect(b.commands(), into));
                    collect(branches.otherwise(), into);
                }
                default -> { }
            }
        }
    }
}
