package dev.tidemark.core.driver.language;

import module java.base;
import dev.tidemark.core.driver.language.StatementLexer.Kind;
import dev.tidemark.core.driver.language.StatementLexer.Token;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What a query declares before its body.
 *
 * @param variables where variables may be declared: behind all namespaces, imports and settings
 * @param external  names of the variables that take a value from outside
 * @param own       names of those that do not
 * @param options   names of the options that it sets
 */
public record XQueryProlog(int variables, Set<String> external, Set<String> own, Set<String> options) {

    private static final Set<Kind> PASSED = Set.of(Kind.BLANK, Kind.COMMENT);

    public static XQueryProlog of(String query) {
        XQueryLexer lexer = new XQueryLexer(query);
        int variables = 0;
        Set<String> external = new HashSet<>();
        Set<String> own = new HashSet<>();
        Set<String> options = new HashSet<>();
        boolean settings = true;
        String last = "";
        String variable = "";
        for (int at = 0; at < query.length() && !lexer.isBody();) {
            boolean declares = lexer.isDeclaration();
            boolean setting = lexer.isSetting();
            Token token;
            try {
                token = lexer.next(at);
            } catch (InvalidInputException e) {
                break; // as a value that was written into it may have it; the server says so
            }
            String word = query.substring(at, token.end());
            if (token.kind() == Kind.TEXT && word.equals(";")) {
                settings &= setting;
                variables = settings ? token.end() : variables;
                if (!variable.isEmpty()) {
                    own.add(variable);
                }
                variable = "";
            } else if (declares && token.kind() == Kind.VARIABLE && last.equals("variable")) {
                variable = word.substring(1);
            } else if (declares && word.equals("external") && !variable.isEmpty()) {
                external.add(variable);
                variable = "";
            } else if (declares && last.equals("option") && !PASSED.contains(token.kind())) {
                options.add(word);
            }
            last = PASSED.contains(token.kind()) ? last : word;
            at = token.end();
        }
        return new XQueryProlog(variables, Set.copyOf(external), Set.copyOf(own), Set.copyOf(options));
    }

    /**
     * The same query with external variables that it uses and does not declare.
     *
     * @param declaration what follows their name
     */
    public String declaring(String query, Collection<String> names, String declaration) {
        StringBuilder declared = new StringBuilder();
        for (String name : new LinkedHashSet<>(names)) {
            if (!external.contains(name) && !own.contains(name)) {
                declared.append(" declare variable $").append(name).append(' ').append(declaration).append(';');
            }
        }
        return query.substring(0, variables) + declared + (declared.isEmpty() ? "" : " ") + query.substring(variables);
    }
}
