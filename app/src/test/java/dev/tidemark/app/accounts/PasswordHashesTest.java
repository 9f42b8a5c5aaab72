package dev.tidemark.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** How long a comparison takes must not tell whether there is an account: its memory tells, too. */
class PasswordHashesTest {

    private static final long MEMORY = 19 << 20;

    private final PasswordHashes hashes = new PasswordHashes();

    private static long allocated(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void everyComparisonIsAHash() {
        String hash = hashes.hash("correct horse battery");
        assertThat(hashes.matches("correct horse battery", hash)).isTrue();
        for (String password : new String[] {"", " ", "wrong", "x".repeat(1000)}) {
            assertThat(allocated(() -> assertThat(hashes.matches(password, hash)).isFalse())).as("of '%s'", password)
                    .isGreaterThan(MEMORY);
        }
        assertThat(allocated(hashes::compareWithNobody)).isGreaterThan(MEMORY);
    }
}
