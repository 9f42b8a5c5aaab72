package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.driver.language.XQueryProlog;
import java.util.Optional;

/** XQuery as BaseX answers it: item by item, so that none can say how all of them together are written. */
final class BaseXLanguage extends XQueryLanguage {

    static final StatementLanguage INSTANCE = new BaseXLanguage();

    private static final String OUTPUT = "output:";

    private BaseXLanguage() {}

    @Override
    public Optional<String> refuses(String text) {
        return XQueryProlog.of(text).options().stream().filter(option -> option.startsWith(OUTPUT)).findFirst()
                .map(option -> "declare option " + option + " is not carried out, since answers are read item by item; "
                        + "leave it out, or answer serialize(…)");
    }
}
