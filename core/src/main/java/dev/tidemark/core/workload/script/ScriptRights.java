package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/** Whether the server would carry out all statements of scripts for this user: those of set-up and tear-down, too. */
public final class ScriptRights implements Trials.OwnStatements {

    private final ScriptSet set;

    /**
     * @param driver   of the target
     * @param settings of the target
     * @param scripts  as in the setting {@code script}
     * @throws InvalidInputException when one cannot be read, or is built in
     */
    public ScriptRights(Driver driver, List<Setting> settings, String scripts) {
        Values values = ScriptParams.of(driver).plus(driver.params()).defaults().with(settings)
                .with(ScriptParams.SCRIPT.name(), scripts, SettingOrigin.SET);
        set = ScriptSet.of(values);
        if (set.ownTables()) {
            throw new InvalidInputException("script: built-in scripts make tables of their own, which doctor tries "
                    + "without it");
        }
    }

    @Override
    public void read(StatementSession session, Consumer<Trial> results) throws Exception {
        List<ScriptOperation> all = new ArrayList<>();
        Stream.of(set.setUps(), set.connects(), set.finishes(), set.operations(), set.tearDowns()).forEach(all::addAll);
        new ScriptTrial(session, false, set.parsed(all, 0, 0), 0, (script, sql, outcome, message) ->
                results.accept(switch (outcome) {
                    case TAKEN -> new Trial(script.place(sql.line()), TrialResult.WORKS, "");
                    case REFUSED -> new Trial(script.place(sql.line()), TrialResult.REFUSED, message);
                    case NOT_YET -> new Trial(script.place(sql.line()), TrialResult.NOT_TRIED,
                            "it may need what is done before it: " + message);
                    case UNKNOWN -> new Trial(script.place(sql.line()), TrialResult.NOT_TRIED,
                            "whether the server takes it shows only when it is carried out");
                })).run(null);
    }
}
