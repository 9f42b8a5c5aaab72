package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that lets in who has a ticket of Kerberos, as a program with an environment of its own reaches it. */
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class KerberosTest {

    @TempDir
    private Path folder;
    private Program program;
    private Process realm;
    private String port;
    private String configuration;
    private String ticket;

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/sbin/krb5kdc")), "krb5kdc is not installed");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/usr/lib/postgresql")), "Debian's PostgreSQL is not installed");
        program = new Program(folder);
        realm = new ProcessBuilder("bash", Path.of("src/test/resources/dev/tidemark/cli/kerberos.sh").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said = realm.inputReader();
        port = said.readLine();
        configuration = said.readLine();
        ticket = said.readLine();
        assertThat(ticket).as("the realm stands").isNotNull();
    }

    @AfterEach
    void end() throws IOException {
        if (realm != null) {
            realm.getOutputStream().close();
            realm.onExit().join();
            program.close();
        }
    }

    private String doctor(String tickets) throws IOException {
        ProcessBuilder doctor = new ProcessBuilder(program.command("doctor", "--target", "postgres://ada@localhost:" + port
                + "/postgres")).redirectError(ProcessBuilder.Redirect.DISCARD);
        doctor.environment().keySet().removeIf(name -> name.startsWith("PG"));
        doctor.environment().put("KRB5_CONFIG", configuration);
        doctor.environment().put("KRB5CCNAME", tickets);
        return new String(doctor.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whoHasATicketIsLetIn() throws IOException {
        assertThat(doctor(ticket)).contains("connect\tworks").doesNotContain("broken");
        assertThat(doctor(folder.resolve("none").toString())).contains("connect\tbroken", "Kerberos: ", "kinit");
    }
}
