package dev.tidemark.core.workload.script.language;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;

/**
 * Reads a script: statements end with a semicolon, a command with a backslash ends its line, or goes on behind another
 * backslash at the end.
 */
public final class PgbenchParser {

    /** Set before a script begins, unless it is defined. */
    static final String DEFAULT_SEED = "default_seed";
    private static final Set<String> GIVEN = Set.of("client_id", DEFAULT_SEED, "random_seed");
    /** With which sections of a file begin. They are cut out before a script is read. */
    public static final List<String> SECTIONS = List.of("operation", "setup", "connect", "load", "finish", "teardown");
    private static final List<String> KNOWN = List.of("set", "gset", "aset", "take", "if", "elif", "else", "endif",
            "sleep", "values", "startpipeline", "endpipeline");
    private static final String PROGRAM = "a script runs no program: it may come from elsewhere, and the program's time is none "
            + "of the database's";
    private static final String OTHER_FILE = "a script reads no other statements; put them here, or name their file by set-up";
    /** Those that pgbench or psql has and a script has not, and why. */
    private static final Map<String, String> REFUSED = Map.of("shell", PROGRAM, "setshell", PROGRAM, "!", PROGRAM,
            "syncpipeline", "the client library cannot send it; end the pipeline and start another one, which waits for the "
                    + "answers once more", "i", OTHER_FILE, "ir", OTHER_FILE, "include", OTHER_FILE, "include_relative",
            OTHER_FILE, "copy", "write \\load FILE INTO table, a section of its own", "c", "the settings of the target say "
                    + "where it works");
    private static final String VARIABLE = "[A-Za-z_\\x80-\\uffff][A-Za-z0-9_\\x80-\\uffff]*";
    private static final Set<String> ALONE = Set.of("else", "endif", "startpipeline", "endpipeline");
    private static final Map<String, ChronoUnit> UNITS = Map.of("us", ChronoUnit.MICROS, "ms", ChronoUnit.MILLIS, "s",
            ChronoUnit.SECONDS);

    private static final Pattern KEEP = Pattern.compile("(?is)([ga])set\\b(.*)");
    /** A backslash at the end of a command's line. */
    private static final Pattern GOES_ON = Pattern.compile("\\\\\\p{javaWhitespace}*?\\n");
    private static final Pattern COMMANDS = Pattern.compile("\\\\[^\\n]*");
    private static final Pattern READING = Pattern.compile("(?i)\\\\\\p{javaWhitespace}*values\\s(?=([^\\n]*))"
            + "|\\bline\\s*\\(\\s*'((?:[^']++|'')++)'");
    private static final Pattern TAKE = Pattern.compile("(" + VARIABLE + ")(\\??)\\s+(/.*)");
    /** As in 2ms. */
    private static final Pattern SLEEP_JOINED = Pattern.compile("^([0-9]+)([A-Za-z]+)");

    /** What is being read: the commands of the script, or of a branch. */
    private static final class Block {
        private final List<Command.Branch> branches = new ArrayList<>();
        private Expression condition;
        private boolean otherwise;
        private List<Command> commands = new ArrayList<>();
        private final int line;
        /** Of the condition. */
        private int conditionLine;

        Block(int line) {
            this.line = line;
        }
    }

    /** The statements of a pipeline that is being read, and the variables in them. */
    private static final class Pipelining {
        private final List<Command.Sql> statements = new ArrayList<>();
        private final Set<Integer> used = new HashSet<>();
        private final int line;

        Pipelining(int line) {
            this.line = line;
        }

        void add(Command.Sql sql) {
            statements.add(sql);
            used.addAll(sql.parameters());
            used.addAll(sql.inline());
        }
    }

    /** A script that is to be read. @param name what people call it, such as its file */
    public record Source(String name, String text) {}

    /** What the scripts that one client carries out have in common: a variable that one sets is there in all. */
    private static final class Client {
        private final StatementLanguage language;
        private final Variables.Names names = new Variables.Names();
        private final Set<String> set = new HashSet<>(GIVEN);
        private final Dictionary dictionary;
        /** Whether columns, whose names are not known, become variables. */
        private boolean keepsColumns;

        Client(StatementLanguage language, Set<String> defined, Dictionary dictionary) {
            this.language = language;
            this.dictionary = dictionary;
            set.addAll(defined);
            GIVEN.forEach(names::place);
        }
    }

    private final String name;
    private final Client client;
    private final StatementScanner scanner;
    private final Variables.Names names;
    /** Whether names are gathered, so that it is not known yet which are variables. */
    private final boolean gathers;
    private final Deque<Block> blocks = new ArrayDeque<>();
    /** Null outside of pipelines. */
    private Pipelining pipeline;
    /** Statements that are sent together with the next one. */
    private final List<Command.Sql> joined = new ArrayList<>();
    /** Whether the last command is statements whose answers can be kept. */
    private boolean keepable;
    private int statements;
    /** Where each name came first. */
    private final Map<String, Integer> lines = new HashMap<>();
    /** Of what is wrong, where it is not the line that was reached; else 0. */
    private int wrong;

    /** @param set names that are set somewhere; null while they are gathered */
    private PgbenchParser(Source source, Client client, Set<String> set) {
        name = source.name();
        this.client = client;
        names = client.names.another();
        gathers = set == null;
        scanner = new StatementScanner(source.text(), client.language, names, set, client.keepsColumns);
        blocks.push(new Block(1));
    }

    /** The same of one script alone, in SQL as most databases have it. */
    public static Script parse(String name, String text, Set<String> defined) {
        return parse(List.of(new Source(name, text)), defined, false, StatementLanguage.STANDARD).getFirst();
    }

    /**
     * Reads the scripts of one client, which have their variables in common.
     *
     * @param defined names of the variables that are given a value from outside
     * @param others  whether other variables may have got a value, too, by the time that they are carried out
     * @throws InvalidInputException saying what is wrong, in which of them and in which line
     */
    public static List<Script> parse(List<Source> sources, Set<String> defined, boolean others,
            StatementLanguage language) {
        return parse(sources, defined, others, language, Dictionary.NONE);
    }

    /** @param dictionary where the terms come from that they speak of */
    public static List<Script> parse(List<Source> sources, Set<String> defined, boolean others,
            StatementLanguage language, Dictionary dictionary) {
        Client client = new Client(language, defined, dictionary);
        client.keepsColumns = others;
        sources.forEach(source -> new PgbenchParser(source, client, null).read()); // to know what they set
        List<PgbenchParser> read = sources.stream().map(source -> new PgbenchParser(source, client, client.set).read())
                .toList();
        Variables variables = new Variables(client.names);
        return read.stream().map(parser -> parser.script(variables)).toList();
    }

    /** The files that the commands of a text read, wherever these stand and however they are written; perhaps more. */
    public static List<String> files(String text) {
        return COMMANDS.matcher(GOES_ON.matcher(text).replaceAll(" ")).results()
                .flatMap(command -> READING.matcher(command.group()).results())
                .flatMap(read -> read.group(1) == null ? Stream.of(read.group(2).replace("''", "'"))
                        : ValuesFile.named(read.group(1).strip())).toList();
    }

    private Script script(Variables variables) {
        Map<String, Integer> places = new HashMap<>();
        names.used().forEach(used -> places.put(used, client.names.place(used)));
        return new Script(name, List.copyOf(blocks.getFirst().commands), variables, Map.copyOf(places), Map.copyOf(lines));
    }

    private PgbenchParser read() {
        try {
            readAll();
            return this;
        } catch (InvalidInputException e) {
            throw new InvalidInputException(name + ": line " + (wrong > 0 ? wrong : scanner.line()) + ": "
                    + e.getMessage());
        }
    }

    private void readAll() {
        scanner.refuseSigns();
        while (scanner.next()) {
            String meta = scanner.meta();
            if (scanner.hasStatement()) {
                statement();
            } else {
                endJoined();
            }
            if (meta != null) {
                Matcher keep = KEEP.matcher(meta);
                if (keep.matches()) {
                    keep(keep.group(2).strip(), keep.group(1).equalsIgnoreCase("g"));
                } else {
                    command(meta);
                }
                keepable = false;
            }
            names.used().forEach(n -> lines.computeIfAbsent(n, _ -> scanner.lines().getOrDefault(n, scanner.metaLine())));
        }
        endJoined();
        if (pipeline != null) {
            throw new InvalidInputException("\\startpipeline of line " + pipeline.line + " has no \\endpipeline");
        }
        Block last = blocks.getFirst();
        if (blocks.size() > 1) {
            throw new InvalidInputException("\\if of line " + last.line + " has no \\endif");
        }
        if (last.commands.isEmpty()) {
            throw new InvalidInputException("there is no statement and no command in it");
        }
        if (scanner.knows()) {
            checkNames();
        }
    }

    /** A name that nothing sets is a slip, unless it may be that of a column. */
    private void checkNames() {
        names.used().stream().filter(used -> !client.set.contains(used) && !client.keepsColumns).findFirst().ifPresent(n -> {
            wrong = lines.get(n);
            throw new InvalidInputException("variable '" + n + "' is never set" + Suggestions.hint(n, client.set));
        });
    }

    private void add(Command command) {
        blocks.getFirst().commands.add(command);
    }

    private void statement() {
        Command.Sql sql = scanner.statement(statements++);
        client.language.refuses(sql.source()).or(() -> gathers ? Optional.empty()
                : client.language.reveals(sql.text())).ifPresent(why -> {
            wrong = sql.line();
            throw new InvalidInputException(why);
        });
        if (pipeline != null) {
            pipeline.add(sql);
            return;
        }
        joined.add(sql);
        if (!scanner.joins()) {
            endJoined();
        }
    }

    private void endJoined() {
        if (!joined.isEmpty()) {
            add(joined.size() == 1 ? joined.getFirst() : new Command.Pipeline(List.copyOf(joined)));
            joined.clear();
            keepable = true;
        }
    }

    private void keep(String prefix, boolean one) {
        Command.Keep keep = new Command.Keep(prefix, one);
        String command = "\\" + keep.word();
        if (!prefix.matches("\\S*")) {
            throw new InvalidInputException(command + ": write it as " + command + " or " + command + " prefix");
        }
        if (client.language.answersJson()) {
            throw new InvalidInputException(command + ": an answer has no columns here; write \\take NAME /POINTER for "
                    + "each value that you want of it");
        }
        if (pipeline != null) {
            throw new InvalidInputException(command + " cannot stand in a pipeline, whose answers come at its end");
        }
        if (!keepable) {
            throw new InvalidInputException(command + " must follow a statement");
        }
        client.language.columns().ifPresentOrElse(columns -> columns.forEach(column -> client.set.add(prefix + column)),
                () -> client.keepsColumns = true);
        List<Command> commands = blocks.getFirst().commands;
        commands.set(commands.size() - 1, commands.getLast() instanceof Command.Pipeline joint ? joint.keeping(keep)
                : ((Command.Sql) commands.getLast()).keeping(keep));
    }

    /** Puts a value of the answer to the statement before it into a variable. */
    private void take(String rest) {
        if (!client.language.answersJson()) {
            throw new InvalidInputException("\\take: an answer has columns here; write \\gset behind its statement");
        }
        Matcher take = TAKE.matcher(rest);
        if (!take.matches()) {
            throw new InvalidInputException("\\take: write it as \\take name /pointer, or \\take name? /pointer "
                    + "where there may be nothing");
        }
        List<Command> commands = blocks.getFirst().commands;
        if (commands.isEmpty() || !(commands.getLast() instanceof Command.Sql sql)) {
            throw new InvalidInputException("\\take must follow a request, or another \\take");
        }
        client.set.add(take.group(1));
        commands.set(commands.size() - 1, sql.taking(new Command.Take(take.group(1), names.place(take.group(1)),
                take.group(3), !take.group(2).isEmpty())));
    }

    private void command(String line) {
        String[] parts = line.strip().split("\\s+", 2);
        String word = parts[0].toLowerCase(Locale.ROOT);
        String rest = parts.length > 1 ? parts[1].strip() : "";
        if (REFUSED.containsKey(word)) {
            throw new InvalidInputException("\\" + word + ": " + REFUSED.get(word));
        }
        if (!rest.isEmpty() && ALONE.contains(word)) {
            throw new InvalidInputException("\\" + word + " stands alone in its line");
        }
        if (pipeline != null && !word.equals("set") && !word.equals("endpipeline")) {
            throw new InvalidInputException("\\" + word + " cannot stand between \\startpipeline and \\endpipeline");
        }
        switch (word) {
            case "set" -> set(rest);
            case "startpipeline" -> pipeline = new Pipelining(scanner.line());
            case "endpipeline" -> endPipeline();
            case "if" -> {
                Block block = new Block(scanner.line());
                block.condition = expression("if", rest);
                block.conditionLine = scanner.metaLine();
                blocks.push(block);
            }
            case "elif" -> {
                closeBranch("elif");
                blocks.getFirst().condition = expression("elif", rest);
                blocks.getFirst().conditionLine = scanner.metaLine();
            }
            case "else" -> {
                closeBranch("else");
                blocks.getFirst().otherwise = true;
            }
            case "endif" -> endIf();
            case "sleep" -> sleep(rest);
            case "values" -> values(rest);
            case "take" -> take(rest);
            default -> throw new InvalidInputException("unknown command '\\" + word + "'" + Suggestions.hint(word,
                    Stream.concat(KNOWN.stream(), SECTIONS.stream()).toList()));
        }
    }

    private Expression expression(String command, String text) {
        try {
            return ExpressionParser.parse(text, names, client.dictionary);
        } catch (InvalidInputException e) {
            throw new InvalidInputException("\\" + command + ": " + e.getMessage());
        }
    }

    private void set(String rest) {
        String[] parts = rest.split("\\s+", 2);
        if (parts.length < 2 || !parts[0].matches(VARIABLE)) {
            throw new InvalidInputException("\\set: write it as \\set name expression");
        }
        Expression expression = expression("set", parts[1]);
        client.set.add(parts[0]);
        if (pipeline != null && pipeline.used.contains(names.place(parts[0]))) {
            throw new InvalidInputException("\\set: a statement of this pipeline has taken '" + parts[0]
                    + "' already; give each its own variable");
        }
        add(new Command.Set(parts[0], names.place(parts[0]), expression, scanner.metaLine()));
    }

    private void closeBranch(String command) {
        Block block = inIf(command);
        if (block.otherwise) {
            throw new InvalidInputException("\\" + command + " after \\else");
        }
        block.branches.add(new Command.Branch(block.condition, List.copyOf(block.commands),
                block.conditionLine));
        block.commands = new ArrayList<>();
    }

    private Block inIf(String command) {
        if (blocks.size() < 2) {
            throw new InvalidInputException("\\" + command + " without \\if");
        }
        return blocks.getFirst();
    }

    private void endIf() {
        Block block = inIf("endif");
        List<Command> otherwise = block.otherwise ? List.copyOf(block.commands) : List.of();
        if (!block.otherwise) {
            closeBranch("endif");
        }
        blocks.pop();
        add(new Command.If(List.copyOf(block.branches), otherwise));
    }

    private void endPipeline() {
        if (pipeline == null) {
            throw new InvalidInputException("\\endpipeline without \\startpipeline");
        }
        if (!pipeline.statements.isEmpty()) {
            add(new Command.Pipeline(List.copyOf(pipeline.statements)));
        }
        pipeline = null;
    }

    private void values(String rest) {
        ValuesFile file = ValuesFile.of(rest);
        client.set.addAll(file.names());
        add(new Command.Row(file.at(file.names().stream().map(names::place).toList()), scanner.metaLine()));
    }

    private void sleep(String rest) {
        String[] parts = SLEEP_JOINED.matcher(rest).replaceFirst("$1 $2").split("\\s+");
        ChronoUnit unit = parts.length < 2 ? ChronoUnit.SECONDS : UNITS.get(parts[1].toLowerCase(Locale.ROOT));
        if (unit == null || parts.length > 2 || !parts[0].matches("[0-9]+|:.+")) {
            throw new InvalidInputException("\\sleep: write it as \\sleep 10 ms, with us, ms or s");
        }
        add(new Command.Sleep(expression("sleep", parts[0]), unit, scanner.metaLine()));
    }
}
