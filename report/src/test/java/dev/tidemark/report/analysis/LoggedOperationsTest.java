package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.LoggedOperation.Why;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.report.Samples;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoggedOperationsTest {

    private static final long MS = 1_000_000;

    private static LoggedOperations of(LoggedOperation... operations) {
        TaskRun task = new TaskRun("compact", 1, "", 100 * MS, 200 * MS, 0, TaskRun.State.DONE, "");
        return LoggedOperations.of(new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(task.event()), List.of(operations)));
    }

    private static LoggedOperation slow(String name, long due, long start, long end) {
        return new LoggedOperation(0, Why.SLOW, "get", Outcome.OK, "", 1, 17, name, due * MS, start * MS, end * MS);
    }

    private static final LoggedOperations SOME = of(slow("key 5", 90, 150, 160), slow("", 201, 201, 230),
            new LoggedOperation(0, Why.FAILED, "put", Outcome.TIMEOUT, "no answer", 0, 3, "key 8", 110 * MS, 120 * MS,
                    180 * MS));

    @Test
    void aTaskIsBesideAnOperationThatWasWaitingOrUnderWayMeanwhile() {
        assertThat(SOME.slowest().get("get")).extracting(LoggedOperations.Line::beside).containsExactly("compact", "");
        assertThat(SOME.slowest().get("get")).extracting(LoggedOperations.Line::what)
                .containsExactly("key 5", "operation 17");
        assertThat(SOME.failed()).extracting(LoggedOperations.Line::ended).containsExactly("timed out: no answer");
    }

    @Test
    void whatSeveralAgentsRememberIsToldAsOfOne() {
        LoggedOperation[] ofTwo = IntStream.range(0, 150).mapToObj(i -> slow("", 0, 0, 1 + i % 75))
                .toArray(LoggedOperation[]::new);
        assertThat(of(ofTwo).slowest().get("get")).hasSize(100).extracting(l -> l.operation().nanos())
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(of(slow("of the first", 0, 0, 10), slow("of the second", 5, 5, 40)).slowest().get("get"))
                .extracting(LoggedOperations.Line::what).containsExactly("of the second", "of the first");
    }

    @Test
    void theyAreListedForPeopleAndForPrograms() {
        Map<Integer, LoggedOperations> both = new LinkedHashMap<>();
        both.put(1, SOME);
        both.put(2, of());
        String text = TerminalReport.operations(both, new TerminalStyle(100, false, true, ZoneOffset.UTC));
        assertThat(text).contains("The slowest of the kind get", "key 5", "70.000", "10.000", "0.090", "compact",
                "The first that failed", "key 8  put ", "timed out: no answer", "No operation of it is remembered by itself.");
        assertThat(TsvReport.operations(Map.of(4L, SOME)).lines().toList()).contains(
                "4\tslow\tget\tkey 5\t1\t17\t0.09\t0.15\t0.16\tok\t\tcompact",
                "4\tfailed\tput\tkey 8\t0\t3\t0.11\t0.12\t0.18\ttimeout\tno answer\tcompact");
        JsonNode json = JsonMapper.shared().readTree(JsonReport.operations(Samples.fileSystems(), Map.of(4L, SOME)));
        assertThat(json.get("format").asString()).isEqualTo("tidemark-operations");
        assertThat(json.get("label").asString()).isEqualTo("file-system-compare");
        assertThat(json.get("iterations").get(0).get("id").asLong()).isEqualTo(4);
        JsonNode lines = json.get("iterations").get(0).get("operations");
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0).toString())
                .isEqualTo("{\"why\":\"slow\",\"kind\":\"get\",\"what\":\"key 5\",\"lane\":1,"
                + "\"n\":17,\"due\":0.09,\"start\":0.15,\"end\":0.16,\"outcome\":\"ok\",\"beside\":\"compact\"}");
        assertThat(lines.get(1).has("what")).as("what is unknown is left out").isFalse();
        assertThat(lines.get(2).get("reason").asString()).isEqualTo("no answer");
    }
}
