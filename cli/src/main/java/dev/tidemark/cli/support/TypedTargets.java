package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.driver.remote.ServerKind;
import dev.tidemark.core.driver.remote.TypedUrl;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ValueList;

/**
 * Targets as they are named at the command line, among them URLs with passwords. A password is kept here, in memory,
 * until the command is over, and answers what a setting leaves to be asked for; nobody else learns of it.
 */
public final class TypedTargets {

    private static final String WORKLOAD = "workload";
    /** Of requests of one's own, which go to whatever answers over HTTP. */
    private static final String ANY_SERVER = "script";

    private final Map<String, String> passwords = new LinkedHashMap<>();
    private boolean warned;

    /**
     * A target's name without a password, and with the scheme of its kind where a URL has that of HTTP alone.
     *
     * @param say where the user is warned
     */
    public String taken(String typed, Consumer<String> say) throws InterruptedException {
        TypedUrl url = hidden(typed, say);
        Optional<String> detected = ServerKind.detect(url.text(), url.password());
        detected.ifPresent(known -> {
            say.accept("What answers at this URL is reached by " + known + ".");
            keep(new TypedUrl(known, url.password(), false));
        });
        return detected.orElse(url.text());
    }

    /** The same for all targets that an experiment names. */
    public DocumentNode.Mapping taken(DocumentNode.Mapping document, Consumer<String> say) {
        boolean known = document.get(WORKLOAD) instanceof DocumentNode.Scalar w && w.text().equals(ANY_SERVER);
        return ExperimentReader.withTargets(document, typed -> {
            try {
                return known ? hidden(typed, say).text() : taken(typed, say);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InvalidInputException("it was interrupted");
            }
        });
    }

    private TypedUrl hidden(String typed, Consumer<String> say) {
        TypedUrl url = TypedUrl.of(typed, ClientEnvironment.system());
        keep(url);
        if (url.shown() && !warned) {
            warned = true;
            say.accept("warning: the password in the URL is stored nowhere, but stays in the history of your shell, "
                    + "and others on this machine may see it while the command runs; better write " + ConnectionUrl.HIDDEN
                    + " for it and be asked, or set password to env:VARIABLE or file:PATH.");
        }
        return url;
    }

    private void keep(TypedUrl url) {
        url.question().ifPresent(question -> passwords.put(question, url.password().orElseThrow()));
    }

    /** What is asked for, where it stood in a URL. */
    Optional<String> password(String question) {
        return Optional.ofNullable(passwords.get(question));
    }

    /**
     * The names in a list with commas between, of which those among the hosts of a URL part none; a password may have
     * some, too. Behind the hosts stands a slash where another name follows.
     */
    public static List<String> split(String list) {
        List<String> all = new ArrayList<>();
        for (String part : ValueList.COMMAS.values(list)) {
            boolean goesOn = !all.isEmpty() && all.getLast().matches("(?s)[A-Za-z][A-Za-z0-9+.:-]*://[^/?#]*")
                    && ConnectionUrl.schemeOf(part).isEmpty();
            all.add(goesOn ? all.removeLast() + "," + part : part);
        }
        return all;
    }
}
