package dev.tidemark.core.workload.script.language;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;

/**
 * Reads an expression by descent; each method reads what binds as tightly as its name says, and all that binds more.
 */
final class ExpressionParser {

    private static final Pattern TOKEN = Pattern.compile("\\s*(?:"
            + "(?<variable>:[A-Za-z_\\x80-\\uffff][A-Za-z0-9_\\x80-\\uffff]*)|(?<word>[A-Za-z_][A-Za-z0-9_]*)"
            + "|(?<number>(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
            + "|(?<text>'(?:[^']++|'')*+')"
            + "|(?<sign><>|!=|<=|>=|<<|>>|[-+*/%<>=|&#~(),]))");
    private static final Map<String, Function> COMPARISONS = Map.of("=", Function.EQUAL, "<>", Function.NOT_EQUAL, "!=",
            Function.NOT_EQUAL, "<", Function.LESS, "<=", Function.AT_MOST, ">", Function.LESS, ">=", Function.AT_MOST);
    private static final Map<String, Function> BITS = Map.of("|", Function.BIT_OR, "#", Function.BIT_XOR, "&",
            Function.BIT_AND, "<<", Function.SHIFT_LEFT, ">>", Function.SHIFT_RIGHT);
    private static final Map<String, Function> SUMS = Map.of("+", Function.ADD, "-", Function.SUBTRACT);
    private static final Map<String, Function> PRODUCTS = Map.of("*", Function.MULTIPLY, "/", Function.DIVIDE, "%",
            Function.MOD);
    private static final Map<String, String> OTHER_NAMES = Map.of("power", "pow");
    private static final int DEEPEST = 200;
    /** Evaluating goes as deep as a chain of operators is long. */
    private static final int MOST_TOKENS = 4000;
    private static final String END = "";

    private final List<String> tokens = new ArrayList<>();
    private final Variables.Names names;
    private final Dictionary dictionary;
    private int at;
    private int depth;

    private ExpressionParser(String text, Variables.Names names, Dictionary dictionary) {
        this.names = names;
        this.dictionary = dictionary;
        Matcher matcher = TOKEN.matcher(text);
        int from = 0;
        String rest = text.stripTrailing();
        while (from < rest.length()) {
            if (!matcher.find(from) || matcher.start() != from) {
                throw new InvalidInputException("'" + rest.substring(from).strip() + "' cannot be read");
            }
            tokens.add(matcher.group().strip());
            from = matcher.end();
        }
        if (tokens.size() > MOST_TOKENS) {
            throw new InvalidInputException("it is longer than " + MOST_TOKENS + " words and signs");
        }
    }

    /** @throws InvalidInputException saying what cannot be read */
    static Expression parse(String text, Variables.Names names, Dictionary dictionary) {
        ExpressionParser parser = new ExpressionParser(text, names, dictionary);
        Expression whole = parser.disjunction();
        if (!parser.peek().equals(END)) {
            throw new InvalidInputException("'" + parser.peek() + "' does not belong there");
        }
        return whole;
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at).toLowerCase(Locale.ROOT) : END;
    }

    private boolean take(String token) {
        boolean there = peek().equals(token);
        at += there ? 1 : 0;
        return there;
    }

    private void expect(String token) {
        if (!take(token)) {
            throw new InvalidInputException("'" + token + "' is missing"
                    + (peek().equals(END) ? " at the end" : " before '" + peek() + "'"));
        }
    }

    private Expression disjunction() {
        if (++depth > DEEPEST) {
            throw new InvalidInputException("it is nested too deeply");
        }
        Expression left = conjunction();
        while (take("or")) {
            left = new Expression.Logic(false, left, conjunction());
        }
        depth--;
        return left;
    }

    private Expression conjunction() {
        Expression left = negation();
        while (take("and")) {
            left = new Expression.Logic(true, left, negation());
        }
        return left;
    }

    private Expression negation() {
        int times = 0;
        while (take("not")) {
            times++;
        }
        Expression of = test();
        for (int i = 0; i < times; i++) {
            of = call(Function.NOT, of);
        }
        return of;
    }

    private Expression test() {
        Expression of = comparison();
        for (String word = peek(); word.matches("is|isnull|notnull"); word = peek()) {
            at++;
            boolean not = word.equals("notnull") || word.equals("is") && take("not");
            Expression is = new Expression.Is(of, word.equals("is") ? tested() : new ScriptValue());
            of = not ? call(Function.NOT, is) : is;
        }
        return of;
    }

    private ScriptValue tested() {
        ScriptValue what = new ScriptValue();
        if (take("true")) {
            what.set(true);
        } else if (take("false")) {
            what.set(false);
        } else {
            expect("null");
        }
        return what;
    }

    private Expression comparison() {
        Expression left = bits();
        Function function = COMPARISONS.get(peek());
        if (function == null) {
            return left;
        }
        boolean turned = peek().startsWith(">");
        at++;
        Expression right = bits();
        return turned ? call(function, right, left) : call(function, left, right);
    }

    private Expression bits() {
        Expression left = sum();
        for (Function function; (function = BITS.get(peek())) != null;) {
            at++;
            left = call(function, left, sum());
        }
        return left;
    }

    private Expression sum() {
        Expression left = product();
        for (Function function; (function = SUMS.get(peek())) != null;) {
            at++;
            left = call(function, left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = sign();
        for (Function function; (function = PRODUCTS.get(peek())) != null;) {
            at++;
            left = call(function, left, sign());
        }
        return left;
    }

    private Expression sign() {
        if (++depth > DEEPEST) {
            throw new InvalidInputException("it is nested too deeply");
        }
        Expression of;
        if (take("-")) {
            // The least number of all has no positive counterpart.
            of = peek().equals("9223372036854775808") ? least() : call(Function.SUBTRACT, whole(0), sign());
        } else if (take("+")) {
            of = sign();
        } else if (take("~")) {
            of = call(Function.BIT_XOR, whole(-1), sum()); // binds less than + in pgbench
        } else if (peek().equals("not")) {
            of = negation();
        } else {
            of = atom();
        }
        depth--;
        return of;
    }

    private Expression least() {
        at++;
        return whole(Long.MIN_VALUE);
    }

    private Expression atom() {
        String token = peek();
        if (take("(")) {
            Expression inner = disjunction();
            expect(")");
            return inner;
        } else if (take("case")) {
            return cases();
        } else if (token.startsWith(":")) {
            return variable(tokens.get(at++).substring(1));
        } else if (!token.isEmpty() && (Character.isDigit(token.charAt(0)) || token.charAt(0) == '.')) {
            at++;
            return number(token);
        } else if (token.startsWith("'")) {
            return text();
        } else if (token.matches("null|true|false")) {
            at++;
            return constant(token);
        } else if (token.matches("[a-z_][a-z0-9_]*")) {
            at++;
            return function(token);
        }
        throw new InvalidInputException(token.equals(END) ? "something is missing at the end"
                : "'" + token + "' does not belong there");
    }

    private Expression cases() {
        List<Expression> conditions = new ArrayList<>();
        List<Expression> results = new ArrayList<>();
        expect("when");
        do {
            conditions.add(disjunction());
            expect("then");
            results.add(disjunction());
        } while (take("when"));
        Expression otherwise = take("else") ? disjunction() : new Expression.Constant();
        expect("end");
        return new Expression.Case(conditions, results, otherwise);
    }

    private Expression variable(String name) {
        return new Expression.Variable(name, names.place(name));
    }

    private static Expression number(String token) {
        Expression.Constant constant = new Expression.Constant();
        try {
            if (token.matches("[0-9]+")) {
                constant.value.set(Long.parseLong(token));
            } else {
                constant.value.set(finite(token));
            }
        } catch (NumberFormatException e) {
            throw new InvalidInputException("'" + token + "' is too large for a whole number of 64 bits");
        }
        return constant;
    }

    private static double finite(String token) {
        double number = Double.parseDouble(token);
        if (Double.isInfinite(number)) {
            throw new InvalidInputException("'" + token + "' is too large for a number of double precision");
        }
        return number;
    }

    private static Expression constant(String word) {
        Expression.Constant constant = new Expression.Constant();
        if (!word.equals("null")) {
            constant.value.set(word.equals("true"));
        }
        return constant;
    }

    private Expression text() {
        Expression.Constant constant = new Expression.Constant();
        String quoted = tokens.get(at++);
        constant.value.setString(quoted.substring(1, quoted.length() - 1).replace("''", "'"));
        return constant;
    }

    private static Expression whole(long number) {
        Expression.Constant constant = new Expression.Constant();
        constant.value.set(number);
        return constant;
    }

    private Expression function(String word) {
        List<String> known = Stream.concat(Arrays.stream(Function.values()).filter(Function::named)
                .map(Function::word), Texts.NAMES.stream()).toList();
        if (Texts.NAMES.contains(word)) {
            return Texts.call(word, arguments(), dictionary);
        }
        String name = OTHER_NAMES.getOrDefault(word, word);
        if (!known.contains(name)) {
            throw Suggestions.unknown("function", word, known);
        }
        Function function = Function.valueOf(name.toUpperCase(Locale.ROOT));
        List<Expression> arguments = arguments();
        if (arguments.size() < function.least || arguments.size() > function.most) {
            throw new InvalidInputException(word + " takes " + function.least
                    + (function.least == function.most ? "" : " to " + function.most) + " arguments, not "
                    + arguments.size());
        }
        boolean seeded = function.name().startsWith("HASH") || function == Function.PERMUTE;
        if (seeded && arguments.size() < function.most) {
            arguments.add(variable(PgbenchParser.DEFAULT_SEED));
        }
        return new Expression.Call(function, arguments);
    }

    private List<Expression> arguments() {
        List<Expression> arguments = new ArrayList<>();
        expect("(");
        if (!take(")")) {
            do {
                arguments.add(disjunction());
            } while (take(","));
            expect(")");
        }
        return arguments;
    }

    private static Expression call(Function function, Expression... arguments) {
        return new Expression.Call(function, List.of(arguments));
    }
}
