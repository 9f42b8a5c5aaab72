package dev.tidemark.web.help;

import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;

/** {@code /glossary}: what the words of reports and pages mean. */
public final class GlossaryPage {

    private static final String GLOSSARY = "/glossary";

    private final Glossary glossary = Glossary.ofTheManual();

    public List<Route> routes() {
        return List.of(Route.get(GLOSSARY, READER, this::show));
    }

    private void show(RequestContext requestContext) {
        requestContext.page(Kind.of("Glossary", GLOSSARY), "glossary.jte", Map.of("glossary", glossary));
    }
}
