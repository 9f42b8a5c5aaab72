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

    /** Whether it sends statements before those in front of them are answered. */
    public boolean pipelines() {
        return pipelines(commands);
    }

    private static boolean pipelines(List<Command> commands) {
        return commands.stream().anyMatch(command -> switch (command) {
            case Command.Pipeline _ -> true;
            case Command.If branches -> branches.branches().stream().anyMatch(b -> pipelines(b.commands()))
                    || pipelines(branches.otherwise());
            default -> false;
        });
    }

    private static void collect(List<Command> commands, List<Command.Sql> into) {
        for (Command command : commands) {
            switch (command) {
                case Command.Sql sql -> into.add(sql);
                case Command.Pipeline pipeline -> into.addAll(pipeline.statements());
                case Command.If branches -> {
                    branches.branches().forEach(b -> collect(b.commands(), into));
                    collect(branches.otherwise(), into);
                }
                default -> { }
            }
        }
    }
}
