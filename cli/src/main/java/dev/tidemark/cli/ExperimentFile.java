package dev.tidemark.cli;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.spec.Node;
import dev.tidemark.core.workload.Workloads;
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
        Map<String, Node> settings = Flags.pairs("--set", set).entries();
        ExperimentReader.BESIDE_SET.stream().filter(settings::containsKey).forEach(root::remove);
        over(root, "set", settings);
        over(root, "tags", Flags.pairs("--tag", tags).entries());
        Map<String, Node> lists = new LinkedHashMap<>();
        Flags.pairs("--vary", vary).entries().forEach((name, node) -> lists.put(name, new Node.Sequence(
                values(document, name, ((Node.Scalar) node).text()).stream()
                        .map(t -> (Node) new Node.Scalar(t, "--vary")).toList(), "--vary")));
        over(root, "vary", lists);
        return new Node.Mapping(root, document.place());
    }

    /** Values of a dimension; those that have commas themselves have semicolons between. */
    private static List<String> values(Node.Mapping document, String name, String text) {
        String general = name.substring(name.indexOf('.') + 1); // of a group: GROUP.SETTING
        boolean commas = document.entries().get("workload") instanceof Node.Scalar chosen && Workloads.all().stream()
                .filter(w -> w.name().equals(chosen.text())).flatMap(w -> w.params().lookUp(general).stream())
                .anyMatch(f -> f.param().type().isMap());
        return commas ? Flags.mappings(text) : Flags.list(text);
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
