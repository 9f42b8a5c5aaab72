package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentsTest {

    @Test
    void eachIsToldByANameOfItsOwnAndTheListIsWrittenAsItWasRead() {
        Agents agents = Agents.parse("local:2, ssh:ada@gen1,ssh:gen1:/opt/tidemark/tidemark,exec:'docker exec -i a,b'");
        assertThat(agents.names()).containsExactly("local-1", "local-2", "gen1-1", "gen1-2", "exec");
        assertThat(agents).hasToString("local:2,ssh:ada@gen1,ssh:gen1:/opt/tidemark/tidemark,exec:'docker exec -i a,b'");
        assertThat(Agents.parse(agents.toString())).isEqualTo(agents);
    }

    @Test
    void aNameMayStandInFrontAndStoredOnesAreWrittenSo() {
        Agents agents = Agents.parse("gen1=ssh:ada@10.0.0.5,local:1,x=local:1,y=exec:'a=b c'");
        assertThat(agents.names()).containsExactly("gen1", "local", "x", "y");
        assertThat(agents).hasToString("gen1=ssh:ada@10.0.0.5,local:1,x=local:1,y=exec:'a=b c'");
        assertThat(Agents.parse(agents.toString())).isEqualTo(agents);
        Map<String, String> stored = Map.of("gen1", "ssh:ada@10.0.0.5", "y", "exec:'a=b c'");
        assertThat(Agents.written("gen1, local:1,x=local:1, y", stored)).isEqualTo(agents.toString());
        assertThat(Agents.written("none", stored)).isEqualTo("none");
        assertThatThrownBy(() -> Agents.written("gen1,gen2", stored)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("'gen2' is no agent").hasMessageEndingWith("(did you mean 'gen1'?)");
        assertThat(agents.all().getFirst().plain()).isEqualTo(Agents.parse("ssh:ada@10.0.0.5").all().getFirst());
    }

    @Test
    void thoseOfKubernetesAreCountedByTheirJob() {
        Agents agents = Agents.parse("k8s:2,k8s:1:load,k8s:1");
        assertThat(agents).hasToString("k8s:2,k8s:1:load,k8s:1");
        assertThat(Agents.parse(agents.toString())).isEqualTo(agents);
        assertThat(agents.placesBefore(2)).isZero();
        assertThat(agents.placesBefore(3)).isEqualTo(2);
    }

    @Test
    void thoseOfSlurmAreCounted() {
        Agents agents = Agents.parse("slurm:2,slurm:1,slurm:1:/opt/tidemark/tidemark,local:1,x=slurm:1,x=slurm:1");
        assertThat(agents).hasToString("slurm:3,slurm:1:/opt/tidemark/tidemark,local:1,x=slurm:1,x=slurm:1");
        assertThat(Agents.parse(agents.toString())).isEqualTo(agents);
        assertThat(agents.names()).startsWith("slurm-1", "slurm-2").endsWith("x-1", "x-2");
        assertThat(agents.placesBefore(6)).isEqualTo(5);
    }

    /** A host may be called what another agent would be by its number. */
    @Test
    void noTwoHaveTheSameName() {
        assertThat(Agents.parse("ssh:local-1,local:2,ssh:a-1,ssh:a-1,ssh:a,ssh:ada@a,ssh:a-3").names())
                .containsExactly("local-1", "local-2", "local-3", "a-1-1", "a-1-2", "a-2", "a-4", "a-3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "local:2,", "local:2,,local:1", "local:0", "local:65", "loacl:2", "ssh:-oProxyCommand=x",
        "ssh:gen1:tidemark", "exec:", "exec:'a", "x=local:2", "x=y=local:1", "x=", "x y=local:1", "k8s:0", "k8s:2:Job", "k8s:2:", "slurm:0", "slurm:4:tidemark"})
    void whatIsNoListIsRefused(String text) {
        assertThatThrownBy(() -> Agents.parse(text)).isInstanceOf(InvalidInputException.class);
    }

    /** Whoever sends one over the network must not bring the server to its depth. */
    @Test
    void howeverLongATextIsItIsRefused() {
        for (String piece : new String[] {"x", "''", "'", "\"a\"'b'", "x,", "x="}) {
            assertThatThrownBy(() -> Agents.parse(piece.repeat(100_000))).isInstanceOf(InvalidInputException.class);
        }
    }
}
