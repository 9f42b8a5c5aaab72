package dev.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import org.junit.jupiter.api.Test;

class RigSettingsTest {

    @Test
    void whatFailsWithOneRigIsDoneWithTheOthers() throws Exception {
        Map<String, String> rigs = new TreeMap<>(Map.of("a", "a", "b", "b", "c", "c"));
        List<String> restored = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        RigSettings.each(rigs, rig -> {
            switch (rig) {
                case "a" -> throw new RigException("rig a: the server ended");
                case "b" -> throw new InvalidInputException("port: another process listens on 1");
                default -> restored.add(rig);
            }
        }, failures);
        assertThat(restored).containsExactly("c");
        assertThat(failures).containsExactly("rig a: the server ended", "port: another process listens on 1");
        assertThat(rigs).isEmpty();
    }
}
