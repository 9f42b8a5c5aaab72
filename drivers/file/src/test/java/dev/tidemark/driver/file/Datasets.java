package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/** A dataset of small blocks, buffered so that any file system will do. */
record Datasets(Path folder, Map<String, String> more) {

    static final int BLOCK = 512;

    Datasets(Path folder) {
        this(folder, Map.of());
    }

    Path dataDirectory() {
        return folder.resolve(KeyspaceFiles.FOLDER);
    }

    Path keyspace(int number) {
        return dataDirectory().resolve("keyspace-%03d.blocks".formatted(number));
    }

    List<RunEvent> carryOut(Action action, int keyspaces, long keys) {
        return carryOut(action, keyspaces, keys, false);
    }

    /** @param stopping whether to stop once something has been done */
    List<RunEvent> carryOut(Action action, int keyspaces, long keys, boolean stopping) {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        Map<String, String> settings = new HashMap<>(Map.of("block-size", BLOCK + "B", "io", "buffered"));
        settings.putAll(more);
        if (settings.containsKey("destroy-data")) {
            settings.put("directory", folder.toString());
        }
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.carryOut(new DatasetRequest(action, "small", "file", settings.entrySet().stream()
                    .map(s -> new Setting(s.getKey(), s.getValue(), null, "", SettingOrigin.SET)).toList(),
                    RunnerPath.absolute(folder.toString()),
                    keyspaces, keys,
                    BLOCK, 5),
                    event -> {
                        events.add(event);
                        if (stopping && event instanceof RunEvent.Progressed) {
                            runner.stop();
                        }
                    });
        }
        return events;
    }

    static RunEvent.Ended ended(List<RunEvent> events) {
        return (RunEvent.Ended) events.getLast();
    }

    /** What was answered, before a good end. */
    static String answer(List<RunEvent> events) {
        assertThat(ended(events)).isEqualTo(new RunEvent.Ended(0, IterationState.DONE, ""));
        return ((RunEvent.Answered) events.get(events.size() - 2)).answer();
    }

    static Stream<String> results(List<RunEvent> events) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note())
                .filter(n -> n.kind().equals("result")).map(n -> n.text());
    }
}
