package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.workload.Agents.Agent;

/**
 * What Kubernetes is told so that agents have pods: an indexed Job whose pods wait, each on a node of its own, and are not
 * started again. Whoever applies it deletes it, too. They wait in a shell, since in Tidemark's own image that is all there is.
 *
 * @param image          with the program on its {@code PATH}
 * @param cpu            that each pod asks for and may use, as Kubernetes writes it
 * @param memory         the same
 * @param serviceAccount empty for the namespace's usual one
 * @param secret         whose entries become variables, to which {@code env:} may point; empty for none
 */
public record AgentManifest(String image, Optional<String> cpu, Optional<String> memory, Optional<String> serviceAccount,
        Optional<String> secret) {

    /** In YAML. @param count of pods */
    public String of(Agent.Pod agent, int count) {
        return String.format(Locale.ROOT, """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %1$s
                spec:
                  completionMode: Indexed
                  completions: %2$d
                  parallelism: %2$d
                  backoffLimit: 0
                  template:
                    spec:
                      restartPolicy: Never
                      automountServiceAccountToken: false
                      terminationGracePeriodSeconds: 5
                      affinity:
                        podAntiAffinity:
                          requiredDuringSchedulingIgnoredDuringExecution:
                            - topologyKey: kubernetes.io/hostname
                              labelSelector:
                                matchLabels:
                                  job-name: %1$s
                %3$s      containers:
                        - name: agent
                          image: %4$s
                          command: ["/bin/sh", "-c", "exec sleep infinity"]
                %5$s%6$s""", agent.job(), count, line(6, "serviceAccountName", serviceAccount), quoted(image),
                variables(), resources());
    }

    private String variables() {
        return secret.isEmpty() ? "" : "          envFrom:\n            - secretRef:\n" + line(16, "name", secret);
    }

    private String resources() {
        String amounts = line(14, "cpu", cpu) + line(14, "memory", memory);
        return amounts.isEmpty() ? "" : "          resources:\n            requests:\n" + amounts + "            limits:\n"
                + amounts;
    }

    private static String line(int indent, String key, Optional<String> value) {
        return value.map(text -> " ".repeat(indent) + key + ": " + quoted(text) + "\n").orElse("");
    }

    /** As YAML has any text. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
