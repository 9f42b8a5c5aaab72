package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {

    /** Brings so many bytes at a time. */
    private static Socket socket(byte[] bytes, Random pieces) {
        InputStream in = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int at, int most) {
                return super.read(into, at, Math.min(most, 1 + pieces.nextInt(40)));
            }
        };
        return new Socket() {
            @Override
            public InputStream getInputStream() {
                return in;
            }

            @Override
            public synchronized void setSoTimeout(int millis) {}
        };
    }

    @Test
    void answersAreTakenWholeHoweverTheyCome() throws Exception {
        Random random = new Random(3);
        StringBuilder sent = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            String value = "\r\n$-".repeat(random.nextInt(i % 50 == 0 ? 20_000 : 5)) + i;
            switch (random.nextInt(6)) {
                case 0 -> add(sent, expected, "+OK\r\n", "none");
                case 1 -> add(sent, expected, "-ERR no " + i + "\r\n", "error ERR no " + i);
                case 2 -> add(sent, expected, "$-1\r\n", "absent");
                case 3 -> add(sent, expected, "*2\r\n+OK\r\n:1\r\n", "none");
                case 4 -> add(sent, expected, "*2\r\n$3\r\n-no\r\n-OOM x\r\n", "error OOM x");
                default -> add(sent, expected, "$" + value.length() + "\r\n" + value + "\r\n", value);
            }
        }
        Socket socket = socket(sent.toString().getBytes(StandardCharsets.ISO_8859_1), random);
        ReplyReader reader = new ReplyReader(socket, socket);
        List<String> taken = new ArrayList<>();
        while (taken.size() < expected.size()) {
            if (reader.take()) {
                taken.add(read(reader, expected.get(taken.size())));
            } else {
                reader.receive(1);
            }
        }
        assertThat(taken).isEqualTo(expected);
        assertThatThrownBy(() -> reader.receive(1)).isInstanceOf(IOException.class);
    }

    private static void add(StringBuilder sent, List<String> expected, String answer, String reply) {
        sent.append(answer);
        expected.add(reply);
    }

    private static String read(ReplyReader reader, String expected) throws IOException {
        if (reader.error() != null) {
            return "error " + reader.error();
        }
        if (expected.equals("none")) {
            return "none";
        }
        ByteBuffer into = ByteBuffer.allocateDirect(100_000);
        int size = reader.value(into);
        return size < 0 ? "absent" : StandardCharsets.ISO_8859_1.decode(into.limit(size)).toString();
    }

    @Test
    void whatIsNoAnswerIsTold() throws Exception {
        for (String wrong : List.of("HTTP/1.1 400\r\n", "$x\r\n")) {
            Socket socket = socket(wrong.getBytes(StandardCharsets.US_ASCII), new Random(1));
            ReplyReader reader = new ReplyReader(socket, socket);
            assertThatThrownBy(() -> {
                while (!reader.take()) {
                    reader.receive(1);
                }
            }).isInstanceOf(IOException.class).hasMessageStartingWith("an answer");
        }
    }
}
