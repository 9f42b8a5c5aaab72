package dev.tidemark.core.workload.script.language;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.driver.language.StatementLexer.Kind;
import dev.tidemark.core.driver.language.StatementLexer.Token;
import dev.tidemark.core.param.InvalidInputException;

/** Cuts a script into statements and commands, by a lexer of the database's, and finds the variables in them. */
final class StatementScanner {

    /** Of a statement; what else may stand before it. */
    private static final Set<Kind> BEGINNINGS = EnumSet.of(Kind.TEXT, Kind.QUOTED, Kind.VARIABLE);
    private static final char[] SIGNS = {Command.Sql.INLINE, Command.Sql.VALUE, Command.Sql.PERHAPS,
        StatementLanguage.PLACE, StatementLanguage.PLACE_AS_WRITTEN};

    /** What makes a longer operator of a question mark before it. */
    private static final String PARTS_OF_OPERATORS = "?|&#-";
    /** Behind which a value comes, and before which one has come. */
    private static final String BEGINS_OPERAND = "(,[=<>+-*/%|&";
    private static final String ENDS_OPERAND = "),;]";
    /** Its statement is given its values later, by whoever carries it out. */
    private static final String PREPARE = "prepare";

    private final String text;
    private final StatementLanguage language;
    private final StatementLexer lexer;
    private final Variables.Names names;
    /** Names that are set somewhere; null while they are not known. */
    private final Set<String> set;
    /** Whether columns of any name may become variables. */
    private final boolean anyName;
    /** Where each name came first. */
    private final Map<String, Integer> lines = new HashMap<>();
    private final int[] lineEnds;
    private int at;
    private StringBuilder sql = new StringBuilder();
    /** Behind the last place for a value in it; -1 while there is none. */
    private int placed = -1;
    private List<Integer> parameters = new ArrayList<>();
    private List<Integer> inline = new ArrayList<>();
    /** Where the first thing stands that is neither blank nor comment; -1 before it. */
    private int begin;
    private int end;
    /** Where a comment to the end of its line ends in the statement; a line must follow. */
    private int lineComment;
    private boolean joins;
    private String meta;
    private int metaAt;

    StatementScanner(String text, StatementLanguage language, Variables.Names names, Set<String> set,
            boolean anyName) {
        this.text = text;
        this.language = language;
        this.names = names;
        this.set = set;
        this.anyName = anyName;
        lexer = language.lexer(text);
        lineEnds = IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').toArray();
    }

    /** Whether it is known which names are set. */
    boolean knows() {
        return set != null;
    }

    /** The line that was reached, from 1. */
    int line() {
        return line(at);
    }

    /** The line in which the command that was read last begins. */
    int metaLine() {
        return line(metaAt);
    }

    /** In which line each variable comes first that was found in a statement. */
    Map<String, Integer> lines() {
        return lines;
    }

    private int line(int place) {
        int found = Arrays.binarySearch(lineEnds, place);
        return 1 + (found < 0 ? -found - 1 : found);
    }

    /** Whether what was read last has a statement in it; without one it is a command alone. */
    boolean hasStatement() {
        return begin >= 0;
    }

    /** The statement that was read last. @param number among the script's statements */
    Command.Sql statement(int number) {
        String source = text.substring(begin, end).strip();
        int letters = 0;
        while (letters < source.length() && Character.isLetter(source.charAt(letters))) {
            letters++;
        }
        String sent = sql.toString().stripTrailing();
        return new Command.Sql(sent.length() > lineComment ? sent : sent + "\n", source,
                source.substring(0, letters).toLowerCase(Locale.ROOT), List.copyOf(parameters), List.copyOf(inline), number,
                Optional.empty(), List.of(), line(begin));
    }

    /** Whether the statement is sent together with the next one. */
    boolean joins() {
        return joins;
    }

    /** The command behind it, without its backslash; null for none. */
    String meta() {
        return meta;
    }

    /** Reads to the end of a statement, a command or the text. @return whether there was anything */
    boolean next() {
        clear();
        while (at < text.length()) {
            Token token = lexer.next(at);
            if (begin < 0 && BEGINNINGS.contains(token.kind())) {
                begin = at;
            }
            end = token.kind() == Kind.BLANK || token.kind() == Kind.COMMENT ? end : at;
            switch (token.kind()) {
                case BLANK -> blank(token.end());
                case VARIABLE -> own(token.end());
                case COMMENT, QUOTED, TEXT -> content(token);
                case COMMAND -> {
                    metaAt = at;
                    meta = command();
                    return true;
                }
                case END, JOINT -> {
                    at = token.end();
                    joins = token.kind() == Kind.JOINT && hasStatement();
                    if (hasStatement()) {
                        return true;
                    }
                    clear();
                }
            }
        }
        end = at;
        return hasStatement();
    }

    private void clear() {
        sql = new StringBuilder();
        placed = -1;
        parameters = new ArrayList<>();
        inline = new ArrayList<>();
        begin = -1;
        lineComment = -1;
        joins = false;
        meta = null;
    }

    /** Refuses a text in which a sign stands that is to stand for what is written into a statement. */
    void refuseSigns() {
        for (char sign : SIGNS) {
            if (text.indexOf(sign) >= 0) {
                at = text.indexOf(sign);
                throw new InvalidInputException("a byte of " + (int) sign + " stands in it, which is no text");
            }
        }
    }

    private void blank(int to) {
        if (sql.isEmpty()) {
            at = to;
        } else {
            boolean comment = !Character.isWhitespace(text.charAt(at));
            copy(to);
            lineComment = comment ? sql.length() : lineComment;
        }
    }

    private void content(Token token) {
        if (language.namesVariables()) {
            verbatim(token.end());
        } else if (token.kind() == Kind.QUOTED) {
            quoted(token.end());
        } else if (token.kind() == Kind.TEXT) {
            part(token.end());
        } else {
            copy(token.end());
        }
    }

    /** A variable of the statement's own stays as it is, behind the mark of a parameter where a script has set it. */
    private void own(int to) {
        int name = text.charAt(at) == '$' ? at + 1 : at;
        if (isSet(text.substring(name, to))) {
            parameters.add(place(text.substring(name, to)));
            sql.append('?');
        }
        copy(to);
    }

    private void verbatim(int to) {
        while (at < to) {
            int close = text.startsWith(":{", at) ? nameEnd(at + 2) : at;
            if (close > at && sign(close) == '}' && isSet(text.substring(at + 2, close))) {
                write(text.substring(at + 2, close));
                at = close + 1;
            } else {
                sql.append(text.charAt(at) == '?' ? "?" : "");
                copy(at + 1);
            }
        }
    }

    private void copy(int to) {
        sql.append(text, at, to);
        at = to;
    }

    private char sign(int place) {
        return place < text.length() ? text.charAt(place) : '\n';
    }

    private void part(int to) {
        char c = text.charAt(at);
        if (c == '?' && !language.isWords() && isPlace()) {
            throw new InvalidInputException(StatementLanguage.unnamed("?"));
        } else if (c == ':') {
            variable();
        } else if (c == '?' && !language.writesValues() && !language.hasQuestionMarks()) {
            questionMark();
        } else if (c == '\\' && sign(at + 1) == ':' && (!language.isWords() || isSet(at + 2))) {
            at++;
            copy(at + 1);
            copy(nameEnd(at));
        } else {
            copy(to);
        }
    }

    /**
     * Whether a question mark can be no operator, as one that PostgreSQL has for JSON is, since it has nothing to work on
     * before it or behind it: what other clients have in the place of a value.
     */
    private boolean isPlace() {
        if (PARTS_OF_OPERATORS.indexOf(sign(at + 1)) >= 0 || text.regionMatches(true, begin, PREPARE, 0, PREPARE.length())) {
            return false;
        }
        int before = sql.length() - 1;
        while (before >= 0 && Character.isWhitespace(sql.charAt(before))) {
            before--;
        }
        int behind = at + 1;
        while (behind < text.length() && Character.isWhitespace(text.charAt(behind))) {
            behind++;
        }
        return behind == text.length() || ENDS_OPERAND.indexOf(text.charAt(behind)) >= 0 || Character.isDigit(sign(at + 1))
                || before < 0 || BEGINS_OPERAND.indexOf(sql.charAt(before)) >= 0;
    }

    /** Behind a value's place something parts them that means nothing, as two signs are read from the front. */
    private void questionMark() {
        sql.append(placed != sql.length() ? "" : language.isWords() ? "\"\"" : " ").append("??");
        at++;
    }

    /** Two colons are a cast; braces stand around a variable that is written into the text. */
    private void variable() {
        int name = at;
        while (sign(name) == ':') {
            name++;
        }
        if (name - at > 1 && sign(name) != '{' && !language.isWords()) {
            copy(name);
            return;
        }
        copy(name - 1);
        if (sign(name) == '{') {
            braced('\0');
            return;
        }
        int to = nameEnd(name);
        if (to == name || language.isWords() && !isSet(name)) {
            copy(to);
            return;
        }
        if (language.writesValues()) {
            inline.add(place(text.substring(name, to)));
            sql.append(Command.Sql.VALUE);
        } else {
            parameters.add(place(text.substring(name, to)));
            sql.append(language.hasQuestionMarks() ? StatementLanguage.PLACE : '?');
            placed = sql.length();
        }
        at = to;
    }

    private int place(String name) {
        lines.putIfAbsent(name, line());
        return names.place(name);
    }

    private boolean isSet(int name) {
        return isSet(text.substring(name, nameEnd(name)));
    }

    private boolean isSet(String name) {
        return set != null && set.contains(name);
    }

    private int nameEnd(int from) {
        return Variables.nameEnd(text, from);
    }

    /** @param quote that it stands in, if it does */
    private void braced(char quote) {
        int close = nameEnd(at + 2);
        boolean named = close > at + 2 && sign(close) == '}';
        if (language.isWords() && (!named || !isSet(at + 2)) || !named && quote != '\0') {
            copy(at + 1);
            return;
        }
        if (!named) {
            throw new InvalidInputException("':{' without the name of a variable and '}' behind it");
        }
        String name = text.substring(at + 2, close);
        if (language.isWords()) {
            parameters.add(place(name));
            sql.append(placeInBraces(quote));
            placed = quote == '\0' ? sql.length() : placed;
        } else {
            write(name);
        }
        at = close + 1;
    }

    private String placeInBraces(char quote) {
        if (language.hasQuestionMarks()) {
            return String.valueOf(quote == '\0' ? StatementLanguage.PLACE_AS_WRITTEN : StatementLanguage.PLACE);
        }
        return quote == '\0' ? "?" : quote + "?" + quote;
    }

    private void write(String name) {
        inline.add(place(name));
        sql.append(Command.Sql.INLINE);
    }

    /** Copies what is quoted; a variable in braces is written into it, too. */
    private void quoted(int to) {
        char quote = text.charAt(at);
        while (at < to) {
            if (text.charAt(at) == '\\' && language.isWords()) {
                copy(Math.min(at + 2, to));
            } else if (text.charAt(at) != ':') {
                copy(at + 1);
            } else if (sign(at + 1) == '{') {
                braced(quote);
            } else if (language.isWords()) {
                copy(at + 1);
            } else {
                variableInQuotes();
            }
        }
    }

    private void variableInQuotes() {
        int name = at;
        while (sign(name) == ':') {
            name++;
        }
        int to = nameEnd(name);
        boolean perhaps = set != null && anyName && language.writesValues() && to > name && !isSet(name);
        if (name - at > 1 || !isSet(name) && !perhaps) {
            copy(to);
            return;
        }
        if (perhaps) {
            inline.add(place(text.substring(name, to)));
            sql.append(Command.Sql.PERHAPS);
            at = to;
            return;
        }
        if (!language.writesValues()) {
            String variable = text.substring(name, to);
            throw new InvalidInputException(":" + variable + " stands within quotes, where it would be text; write it "
                    + "without quotes, or :{" + variable + "} to have it written into the statement");
        }
        write(text.substring(name, to));
        at = to;
    }

    /** To the end of the line; a backslash there joins the next one to it. */
    private String command() {
        StringBuilder command = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '\n') {
            int next = text.charAt(at) == '\\' ? lineEnd(at) : at;
            if (next > at && text.substring(at + 1, next).isBlank()) {
                at = Math.min(next + 1, text.length());
                command.append(' ');
            } else {
                command.append(text.charAt(at++));
            }
        }
        return command.toString().strip();
    }

    private int lineEnd(int from) {
        int found = text.indexOf('\n', from);
        return found < 0 ? text.length() : found;
    }
}
