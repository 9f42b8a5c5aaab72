package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Reaching.Case;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import org.junit.jupiter.api.Test;

/** Each setting and task says what it reaches outside of Tidemark's own data, so that none can be forgotten. */
class ReachTest {

    private static List<Param<?>> all() {
        return Stream.concat(Reaching.settings().stream().<Param<?>>map(Case::param), Reaching.ofRigs().stream()).toList();
    }

    @Test
    void everySettingSaysWhatItReaches() {
        assertThat(all()).hasSizeGreaterThan(300);
        assertThat(all().stream().filter(p -> p.reach() == Reach.UNDECLARED).map(Param::name).toList()).isEmpty();
    }

    @Test
    void aPathAndASecretReachSomething() {
        assertThat(all().stream().filter(p -> p.type() == Types.PATH || p.type() == Types.SECRET)
                .filter(p -> p.reach() == Reach.NOTHING).map(Param::name).toList()).isEmpty();
        assertThat(all().stream().filter(p -> p.type() == Types.SECRET)).isNotEmpty()
                .allMatch(p -> p.reach() == Reach.SECRET);
    }

    @Test
    void aSettingOfOnesOwnTypeReachesAnythingUntilItSaysOtherwise() {
        assertThat(Param.text("a").reach()).isEqualTo(Reach.UNDECLARED);
        assertThat(Param.path("a").reach()).isEqualTo(Reach.UNDECLARED);
        assertThat(Param.text("a").reachedBy("b")).singleElement().hasToString("is given b (a)");
        assertThat(Stream.of(Param.count("a"), Param.flag("a"), Param.duration("a"), Param.oneOf("a", Reach.class)))
                .allMatch(p -> p.reach() == Reach.NOTHING);
    }

    @Test
    void ofTasksOnlyCommandsAndFaultsReachBeyondTheirTarget() {
        assertThat(Stream.of(TaskKind.values()).filter(t -> t.reach() != Reach.NOTHING)).containsExactly(TaskKind.COMMAND,
                TaskKind.FAULT, TaskKind.KILL, TaskKind.STOP, TaskKind.PAUSE, TaskKind.RESTART, TaskKind.FILL,
                TaskKind.FREEZE, TaskKind.SLOW, TaskKind.PROMOTE);
    }
}
