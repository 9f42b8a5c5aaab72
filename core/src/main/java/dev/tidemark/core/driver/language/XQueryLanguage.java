package dev.tidemark.core.driver.language;

import module java.base;

/** XQuery: what a script sets is bound to the variable of its name, and each item that is answered is a row. */
public class XQueryLanguage implements StatementLanguage {

    public static final StatementLanguage INSTANCE = new XQueryLanguage();

    /** The only name that a column has. */
    public static final String COLUMN = "value";

    protected XQueryLanguage() {}

    @Override
    public final StatementLexer lexer(String text) {
        return new XQueryLexer(text);
    }

    @Override
    public final boolean namesVariables() {
        return true;
    }

    @Override
    public final Optional<Set<String>> columns() {
        return Optional.of(Set.of(COLUMN));
    }
}
