package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An experiment file, and the flags that change what stands in it. */
@Command
public final class ExperimentFile {

    /** Bytes of text; no experiment comes near it. */
    private static final long LARGEST = 16 << 20;

    @Parameters(paramLabel = "FILE.yaml", description = "the experiment")
    private Path file;

    @Option(names = "--label", paramLabel = "LABEL", description = "the label, instead of the file's")
    private String label;

    @Option(names = "--set", paramLabel = "NAME=VALUE", arity = "1", description = "a setting, over the file's")
    private List<String> set = List.of();

    @Option(names = "--vary", paramLabel = "NAME=V,V...", arity = "1", description = "a dimension, over the file's")
    private List<String> vary = List.of();

    @Option(names = "--tag", paramLabel = "NAME=VALUE", arity = "1", description = "a tag, over the file's")
    private List<String> tags = List.of();

    /** The file with the flags' changes. */
    public DocumentNode.Mapping document() {
        String text = read(file);
        YcsbProperties.command(text).ifPresent(command -> {
            throw new InvalidInputException(file + " has YCSB's properties, which are run by: " + command);
        });
        DocumentNode.Mapping document = ExperimentReader.document(text, file.getFileName().toString());
        DocumentNode.Mapping root = label == null ? document
                : document.with("label", new DocumentNode.Scalar(label, "--label"));
        DocumentNode.Mapping settings = FlagParser.pairs("--set", set);
        for (String name : ExperimentReader.TOP_LEVEL_SETTINGS) {
            root = settings.has(name) ? root.without(name) : root;
        }
        root = over(root, "set", settings);
        root = over(root, "tags", FlagParser.pairs("--tag", tags));
        Map<String, List<String>> lists = FlagParser.lists("--vary", vary,
                (name, listed) -> ExperimentReader.several(document, name).values(listed));
        return over(root, "vary", (DocumentNode.Mapping) DocumentNode.of(lists, "--vary"));
    }

    private static DocumentNode.Mapping over(DocumentNode.Mapping root, String key, DocumentNode.Mapping more) {
        DocumentNode before = root.get(key);
        Map<String, DocumentNode> merged = new LinkedHashMap<>(before instanceof DocumentNode.Mapping m ? m.entries()
                : Map.of());
        merged.putAll(more.entries());
        return more.entries().isEmpty() ? root
                : root.with(key, DocumentNode.of(merged, before == null ? "--" + key : before.place()));
    }

    private static String read(Path file) {
        try {
            return TextFile.read(file, LARGEST);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(file + ": there is no such file");
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(file + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
        }
    }
}
