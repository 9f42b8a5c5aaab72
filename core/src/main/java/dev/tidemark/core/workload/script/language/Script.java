package dev.tidemark.core.workload.script.language;

import module java.base;

/**
 * A script that was read, for one worker.
 *
 * @param name   what people call it
 * @param places of its variables, by name
 * @param lines  in which each of them comes first
 */
public record Script(String name, List<Command> commands, Variables variables, Map<String, Integer> places,
        Map<String, Integer> lines) {

    /** As failures name it: {@code script pay.sql}. */
    public String place() {
        return "script " + Path.of(name).getFileName();
    }

    /** A line of it, as failures name it: {@code script pay.sql line 7}. */
    public String place(int line) {
        return place() + " line " + line;
    }

    /** Lines of it, one of which it is. */
    public String place(int first, int last) {
        return first == last ? place(first) : place() + " lines " + first + " to " + last;
    }

    /** What is sent at a time, in the order of the script: a statement, or those of a pipeline. */
    public List<List<Command.Sql>> parts() {
        List<List<Command.Sql>> all = new ArrayList<>();
        parts(commands, all);
        return all;
    }

    private static void parts(List<Command> commands, List<List<Command.Sql>> into) {
        for (Command command : commands) {
            switch (command) {
                case Command.Sql sql -> into.add(List.of(sql));
                case Command.Pipeline pipeline -> into.add(pipeline.statements());
                case Command.If branches -> {
                    branches.branches().forEach(b -> parts(b.commands(), into));
                    parts(branches.otherwise(), into);
                }
                case Command.Set _, Command.Row _, Command.Sleep _ -> { }
            }
        }
    }

    /** Its statements, in the order of their numbers. */
    public List<Command.Sql> statements() {
        return parts().stream().flatMap(List::stream).toList();
    }

    /** Whether it sends statements before those in front of them are answered. */
    public boolean pipelines() {
        return has(commands, Command.Pipeline.class);
    }

    /** Whether it waits somewhere. */
    public boolean sleeps() {
        return has(commands, Command.Sleep.class);
    }

    private static boolean has(List<Command> commands, Class<? extends Command> kind) {
        return commands.stream().anyMatch(command -> command instanceof Command.If branches
                ? branches.branches().stream().anyMatch(b -> has(b.commands(), kind)) || has(branches.otherwise(), kind)
                : kind.isInstance(command));
    }
}
