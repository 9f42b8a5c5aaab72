package dev.tidemark.core.measure.environment;

import module java.base;
import dev.tidemark.core.param.Setting;

/** A tree that looks like a machine's. */
record Fixture(Path root) {

    Fixture file(String path, String text) {
        try {
            Files.createDirectories(root.resolve(path).getParent());
            Files.writeString(root.resolve(path), text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Fixture link(String path, String to) {
        try {
            Files.createDirectories(root.resolve(path).getParent());
            Files.createDirectories(root.resolve(to));
            Files.createSymbolicLink(root.resolve(path), root.resolve(to).toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    ProcFs pseudo() {
        return new ProcFs(root);
    }

    static Map<String, String> texts(EnvironmentFacts environmentFacts) {
        return environmentFacts.settings().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }
}
