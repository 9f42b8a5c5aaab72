package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.language.http.HttpLanguage;
import dev.tidemark.core.driver.language.http.RequestTemplate;
import dev.tidemark.core.driver.language.http.RequestTemplate.Request;
import dev.tidemark.core.driver.language.http.RequestValues;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.script.ScriptRequests;
import dev.tidemark.core.workload.script.language.Dictionary;
import dev.tidemark.core.workload.script.language.PgbenchParser;

/**
 * Requests to an index of others' with values that are drawn: a script, whose requests are made before any is asked, as
 * those of a log are there.
 *
 * @param setting  that says it
 * @param name     what people call it
 * @param ofFolder whether a folder is asked, by texts; else a server, by requests
 */
record QueryTemplate(Param<?> setting, String name, String text, boolean ofFolder) {

    /** Requests that are drawn at most; then they come again from the front. */
    static final int MOST = 100_000;

    private static final long LONGEST_FILE = 1 << 20;
    /** As many are drawn to see whether they can be. */
    private static final int TRIED = 100;
    private static final Set<String> ASKING = Set.of("GET", "POST");

    /** The one that is set; empty where none is. */
    static Optional<QueryTemplate> of(Values values, boolean ofFolder) {
        return values.find(QueryParams.TEMPLATE).map(file -> new QueryTemplate(QueryParams.TEMPLATE, file.toString(),
                read(file), ofFolder)).or(() -> values.find(QueryParams.TEMPLATE_TEXT).map(text -> new QueryTemplate(
                QueryParams.TEMPLATE_TEXT, QueryParams.TEMPLATE_TEXT.name(), text, ofFolder)));
    }

    private static String read(Path file) {
        String where = QueryParams.TEMPLATE.name() + ": " + file;
        try {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException(where + (Files.exists(file) ? " is not a file" : " does not exist"));
            }
            return TextFile.read(file, LONGEST_FILE);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(where + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException(where + " cannot be read: " + e.getMessage());
        }
    }

    /** The file, and those whose rows and lines it says are read. */
    static List<String> files(Path file) {
        List<String> files = new ArrayList<>(List.of(file.toString()));
        try {
            files.addAll(PgbenchParser.files(read(file)));
        } catch (InvalidInputException e) {
            // one that cannot be read names none
        }
        return files;
    }

    /** @throws InvalidInputException when no requests can be drawn by it, whatever terms the index has */
    void check() {
        draw((_, _) -> List.of("term"), 0, 0, TRIED);
    }

    /** Of whose terms some are drawn. */
    Set<String> fields() {
        Set<String> fields = new TreeSet<>();
        draw((field, _) -> {
            fields.add(field);
            return List.of("term");
        }, 0, 0, 0);
        return fields;
    }

    /** What was drawn. @param end one more than the last operation that it took */
    record Requests(List<SearchQuery> queries, long end) {}

    /**
     * Draws requests, one after the other: the same ones of the same seed and terms.
     *
     * @param first operation, from 0; what counts operations or takes rows in order goes on from there
     * @param count at most
     */
    Requests draw(Dictionary dictionary, long seed, long first, long count) {
        try {
            Drawn drawn = new Drawn();
            ScriptRequests script = new ScriptRequests(name, text, ofFolder ? QueryTextLanguage.INSTANCE
                    : HttpLanguage.INSTANCE, dictionary, seed, drawn);
            long needed = Math.min(count, MOST);
            long n = first;
            for (; drawn.queries.size() < needed; n++) {
                script.draw(n);
                if (n - first == TRIED && drawn.queries.isEmpty()) {
                    throw new InvalidInputException(name + ": none of " + TRIED + " operations has made a request");
                }
            }
            return new Requests(drawn.queries.subList(0, (int) needed), n);
        } catch (InvalidInputException e) {
            throw new InvalidInputException((name.equals(setting.name()) ? "" : setting.name() + ": ")
                    + e.getMessage());
        }
    }

    /** Takes what is drawn. */
    private final class Drawn implements ScriptRequests.Sink {
        private final List<SearchQuery> queries = new ArrayList<>();
        private final Map<String, RequestTemplate> templates = new HashMap<>();
        private final RequestValues values = new RequestValues();

        @Override
        public void take(String text, StatementSession.Binding binding) throws DriverException {
            queries.add(ofFolder ? SearchQuery.raw(QueryTextLanguage.written(text, values.of(binding)))
                    : SearchQuery.sent(sent(text, binding)));
        }

        private SentRequest sent(String text, StatementSession.Binding binding) throws DriverException {
            RequestTemplate template = templates.get(text);
            if (template == null) {
                template = RequestTemplate.of(text);
                templates.put(text, template);
            }
            if (!ASKING.contains(template.method())) {
                throw new DriverException("its method " + template.method() + " is not one of asking");
            }
            Request request = template.with(values.of(binding), "");
            if (request.headers().size() > 2 || request.headers().stream().skip(1).anyMatch(type ->
                    !type.contains("json"))) {
                throw new DriverException("a request to an index of your own has a path and a body of JSON, and no "
                        + "other headers");
            }
            SentRequest sent = SentRequest.of(request.path(), request.body().length == 0 ? null
                    : new String(request.body(), StandardCharsets.UTF_8)).belowIndex();
            if (!sent.onlyReads()) {
                throw new DriverException(OwnIndex.refusalOf(sent));
            }
            return sent;
        }
    }
}
