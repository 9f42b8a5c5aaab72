package dev.tidemark.core.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.WorkloadContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadActorTest {

    @TempDir
    private Path folder;

    /** A server on which somebody has locked the table. */
    private static final class Locked implements StatementSession {

        @Override
        public void begin(boolean ownNamespace) {}

        @Override
        public int execute(String text, Binding binding, Columns columns) throws StatementException {
            throw new StatementException("55P03", "the lock is not free", new OverloadedException("lock"));
        }

        @Override
        public void end() {}

        @Override
        public void close() {}
    }

    @Test
    void aBatchForWhichTheDatabaseWasTooBusyIsRejectedAndNamesItsLines() throws IOException {
        Path rows = Files.writeString(folder.resolve("rows.csv"), "id\n1\n2\n3\n");
        Path script = Files.writeString(folder.resolve("load.sql"), "\\load '" + rows + "' INTO t\n");
        Values point = ScriptParams.ALL.defaults().with("script", script.toString(), SettingOrigin.SET);
        ScriptSet set = ScriptSet.of(point);
        LoadBatches batches = ScriptLoading.batches(set, point);
        batches.check();
        WorkloadContext context = new WorkloadContext(point, 1, null, null);
        StatementSession session = new Locked();
        assertThat(new Lab().run(new Stage(Phase.MEASURE, new Load.Closed(1, Duration.ZERO),
                Limit.operations(batches.count()), new OperationKinds(List.of("t"), List.of()), worker -> new LoadActor(
                session, new ConnectionSetUp(context, context, set, session, worker), false, set.loads(), batches,
                LoadActor.Method.MULTI_ROW, List.of("t")), 0, true)).outcomes()).singleElement().satisfies(o -> {
                    assertThat(o.outcome()).isEqualTo(Outcome.PUSH_BACK);
                    assertThat(o.reason()).isEqualTo(rows + ": lines 2 to 4: the lock is not free");
                });
    }
}
