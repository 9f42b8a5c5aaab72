package dev.tidemark.core.driver.language;

import module java.base;
import dev.tidemark.core.driver.language.StatementLexer.Kind;
import dev.tidemark.core.driver.language.StatementLexer.Token;
import dev.tidemark.core.param.InvalidInputException;

/** What a statement of SQL does: its first word, or behind a list of {@code WITH} the first that is a verb. */
public final class SqlVerb {

    private static final Set<String> WRITING = Set.of("insert", "update", "delete", "merge", "replace");
    private static final Set<String> READING = Set.of("select", "values", "table");

    private SqlVerb() {}

    /** Whether a statement stores, changes or deletes rows, so that those that it answers are these. */
    public static boolean writes(String text, StatementLanguage language) {
        try {
            return WRITING.contains(of(text, language.lexer(text)));
        } catch (InvalidInputException e) {
            return false; // it is none, as the database will say
        }
    }

    private static String of(String text, StatementLexer lexer) {
        boolean list = false;
        int depth = 0;
        for (int at = 0; at < text.length();) {
            Token token = lexer.next(at);
            String word = token.kind() == Kind.TEXT ? text.substring(at, token.end()).toLowerCase(Locale.ROOT) : "";
            if (!word.isEmpty() && (list ? depth == 0 && isVerb(word) : !word.equals("with"))) {
                return word;
            }
            list |= !word.isEmpty();
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            at = token.end();
        }
        return "";
    }

    private static boolean isVerb(String word) {
        return WRITING.contains(word) || READING.contains(word);
    }
}
