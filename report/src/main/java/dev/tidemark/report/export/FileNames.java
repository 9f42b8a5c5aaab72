package dev.tidemark.report.export;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Dimensions;
import java.util.List;

/**
 * What a file about one iteration of a label is called: {@code iteration-7-shards-2-batch-size-10-round-3}, by its
 * number in the store, what varies in the label, and its round where there are several. Nobody has to look a number up.
 */
public final class FileNames {

    /** File systems take up to 255 bytes; this leaves room for an ending. */
    private static final int LONGEST = 200;

    private final List<String> varied;
    private final boolean rounds;

    private FileNames(List<String> varied, boolean rounds) {
        this.varied = varied;
        this.rounds = rounds;
    }

    public static FileNames of(LabelResults label) {
        return new FileNames(Dimensions.of(label.iterations()).varied().stream().map(Dimension::name).toList(),
                label.iterations().stream().mapToInt(Iteration::round).distinct().count() > 1);
    }

    /** Without an ending; of letters, digits, dots, underscores and hyphens. */
    public String of(Iteration iteration) {
        StringBuilder name = new StringBuilder("iteration-").append(iteration.id());
        varied.forEach(v -> iteration.setting(v).map(Setting::text)
                .ifPresent(text -> name.append('-').append(v).append('-')
                .append(text)));
        if (rounds) {
            name.append("-round-").append(iteration.round() + 1);
        }
        String plain = name.toString().replaceAll("[^A-Za-z0-9._-]+", "-");
        return plain.substring(0, Math.min(LONGEST, plain.length()));
    }
}
