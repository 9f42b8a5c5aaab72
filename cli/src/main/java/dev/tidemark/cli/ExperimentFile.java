package dev.tidemark.cli;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.spec.Node;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An experiment file, and the flags that change what stands in it. */
@Command
final class ExperimentFile {

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
    Node.Mapping document() {
        Node.Mapping document = ExperimentReader.document(read(file), file.getFileName().toString());
        Map<String, Node> root = new LinkedHashMap<>(document.entries());
        if (label != null) {
            root.put("label", new Node.Scalar(label, "--label"));
        }
        over(root, "set", Flags.pairs("--set", set).entries());
        over(root, "tags", Flags.pairs("--tag", tags).entries());
        Map<String, Node> lists = new LinkedHashMap<>();
        Flags.pairs("--vary", vary).entries().forEach((name, node) -> lists.put(name, new Node.Sequence(
                Flags.list(((Node.Scalar) node).text()).stream().map(t -> (Node) new Node.Scalar(t, "--vary")).toList(),
                "--vary")));
        over(root, "vary", lists);
        return new Node.Mapping(root, document.place());
    }

    private static void over(Map<String, Node> root, String key, Map<String, Node> more) {
        if (more.isEmpty()) {
            return;
        }
        Node before = root.get(key);
        Map<String, Node> merged = new LinkedHashMap<>(before instanceof Node.Mapping m ? m.entries() : Map.of());
        merged.putAll(more);
        root.put(key, new Node.Mapping(merged, before == null ? "--" + key : before.place()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new BadInput(file + ": there is no such file");
        } catch (MalformedInputException e) {
            throw new BadInput(file + ": not a text file in UTF-8");
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }
}
