package dev.tidemark.web.transfer;

import module java.base;
import dev.tidemark.app.CsvImportOptions;
import dev.tidemark.app.ExchangeDirectory;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.transfer.ImportSummary;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.reports.Downloads;

/** Statistics on their way out of the store and into it, for people and programs. */
public final class ResultTransfer {

    /** Bytes of a file that is sent; what is larger can be laid into the server's folder. */
    public static final long LARGEST = 1_000_000_000;

    /** Labels of which is looked up which forms they fit, as that reads all of their results. */
    static final int MOST_LOOKED_AT = 50;

    private final Workbench workbench;
    private final Downloads downloads;
    private final ExchangeDirectory exchangeDirectory;

    public ResultTransfer(Workbench workbench, Downloads downloads, ExchangeDirectory exchangeDirectory) {
        this.workbench = workbench;
        this.downloads = downloads;
        this.exchangeDirectory = exchangeDirectory;
    }

    // ---- Out ----

    /** Those that are named, or all where none is, the oldest first. @throws HttpException naming the nearest label */
    List<LabelSummary> chosen(List<String> requested) {
        List<LabelSummary> all = workbench.store().labels();
        List<String> names = all.stream().map(LabelSummary::label).toList();
        requested.stream().filter(w -> !names.contains(w)).findFirst().ifPresent(w -> {
            throw HttpException.missing("label", w, names);
        });
        return requested.isEmpty() ? all : all.stream().filter(l -> requested.contains(l.label())).toList();
    }

    List<LabelResults> results(List<LabelSummary> labels) {
        ResultStore store = workbench.store();
        return labels.stream().flatMap(l -> store.label(l.label()).stream()).toList();
    }

    /** What a file of these labels is called, without its ending. */
    static String title(List<LabelSummary> labels) {
        return labels.size() == 1 ? labels.getFirst().label() : "tidemark-" + labels.size() + "-labels";
    }

    /**
     * Answers with labels in one file.
     *
     * @param requested their names; none for all that there are
     * @param form   {@link Downloads#EVERYTHING}, or another in which several labels can be had
     * @throws HttpException when there is no such label or form, or nothing of the labels fits it
     */
    public void send(RequestContext requestContext, List<String> requested, String form) throws IOException {
        List<LabelSummary> labels = chosen(requested);
        if (labels.isEmpty()) {
            throw HttpException.missing("there are no labels yet");
        }
        if (form.equals(Downloads.EVERYTHING)) {
            downloads.everything(requestContext, names(labels), title(labels));
            return;
        }
        if (labels.size() > MOST_LOOKED_AT) {
            throw new HttpException(400, "choose " + MOST_LOOKED_AT + " labels at most for this form");
        }
        downloads.send(requestContext, results(labels), form, title(labels));
    }

    private static List<String> names(List<LabelSummary> labels) {
        return labels.stream().map(LabelSummary::label).toList();
    }

    /**
     * Writes labels to a new file in the server's folder.
     *
     * @param requested their names; none for all that there are
     * @return how many iterations they have
     * @throws InvalidInputException when the name cannot be used; {@link ConflictException} when there is such a file,
     *                 or there are no labels
     */
    public int put(List<String> requested, String file) {
        List<LabelSummary> labels = chosen(requested);
        if (labels.isEmpty()) {
            throw new ConflictException("there are no labels yet");
        }
        return workbench.store().export(names(labels), exchangeDirectory.fresh(file));
    }

    // ---- In ----

    /**
     * Takes a file that was sent.
     *
     * @param name  what it is called
     * @param table how a table is read; empty for an export
     * @throws InvalidInputException saying what is wrong with it
     */
    public ImportSummary take(Path file, String name, Optional<CsvImportOptions> table) {
        return workbench.importFile(file, name, table);
    }

    /**
     * Takes a file that lies in the server's folder, as {@link #take}.
     * @throws InvalidInputException naming the nearest file
     */
    public ImportSummary takeThere(String name, Optional<CsvImportOptions> table) {
        return take(exchangeDirectory.existing(name), name, table);
    }

    /** The server's folder. */
    public Path folder() {
        return exchangeDirectory.folder();
    }

    /** What can be taken from the server's folder, sorted. */
    public List<String> files() {
        return exchangeDirectory.files();
    }
}
