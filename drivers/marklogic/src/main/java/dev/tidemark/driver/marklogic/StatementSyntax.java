package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.XQueryLanguage;

/** What statements of the user's are written in. */
enum StatementSyntax {
    XQUERY(XQueryLanguage.INSTANCE), JAVASCRIPT(JavaScriptLanguage.INSTANCE);

    private final StatementLanguage language;

    StatementSyntax(StatementLanguage language) {
        this.language = language;
    }

    StatementLanguage language() {
        return language;
    }
}
