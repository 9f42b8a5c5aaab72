package dev.tidemark.cli;

import module java.base;

/**
 * Damages valid input in every way that there is: bit by bit, by cutting, doubling and swapping, and by putting what
 * nobody would write where something else stood. The same seed damages in the same way.
 */
final class Mutator {

    private static final int MOST_CHANGES = 4;
    private static final int LARGEST_SLICE = 300;
    private static final Pattern WORD = Pattern.compile("[\\w.%+-]+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

    private static final List<String> NUMBERS = List.of("0", "-1", "-0", "1.5", "-9223372036854775808",
            "9223372036854775807", "9223372036854775808", "2147483647", "2147483648", "-2147483649", "4294967296",
            "99999999999999999999999", "1e308", "-1e308", "1e309", "4.9e-324", "1e-400", "1e999999999", "1e-999999999",
            "0.1e99999999999", "NaN", "Infinity", "-Infinity", "0x1F", "0b1", "007", "1_000", "1,000", "١٢٣", "½",
            "9".repeat(400));

    private static final List<String> TEXTS = List.of("", " ", "\t", "\r", "\n", "\r\n\r\n", "\u0000", "\u0001",
            "\u001b[2J",
            "\u007f", "\u0085", "\u00a0", "\u200b", "\u2028", "\u202e", "\ufeff", "\uffff", "e\u0301\u0301\u0301",
            "\ud835\udcb3",
            "\\ud800", "\\udfff\\ud800", "\\u0000", "\"\\ud800\"", "%00", "%ff", "%zz", "%ed%a0%80", "+", "&", "=",
            ";", ",", ",,",
            "\"", "'", "\"\"", "''", "\\", "`", "|", ">", "?", "-", "- ", ": ", "#", "~", "null", "true", "no", "none",
            "auto", "max",
            "[]", "{}", "[", "]", "{", "}", "[[]]", "{a: {b: c}}", "&a [*a]", "*a", "&a x", "<<: *a", "<<: {}",
            "!!int x",
            "!!java.net.URL [\"http://127.0.0.1\"]", "!!binary gICA", "!<tag:x> y", "%YAML 9.9\n---\n", "---\n",
            "...\n",
            "../../../../../tmp/tidemark-escaped", "..\\..\\x", "/dev/null/x", "/proc/self/mem", "file:///etc/passwd",
            "~", "$HOME",
            "$(id)", "`id`", "${jndi:ldap://x}", "{{7*7}}", "%s%n%x", "'; DROP TABLE iteration; --",
            "<script>alert(1)</script>",
            "=1+1", "1s", "1h", "999999999d", "1TB", "99999999999TB", "1/s", "1e30/s", "100%", "-5%", "1..2", "a=b",
            "a:b:c",
            "2026-11-22T20:00", "+1000000000-01-01T00:00:00Z", "x".repeat(5000), "[".repeat(2000),
            "{\"a\":".repeat(500),
            "{a: ".repeat(200), "- ".repeat(300), "(".repeat(500), "\u0300".repeat(300));

    private final SplittableRandom random;
    private final List<String> words;

    /** @param words that mean something in this kind of input, such as the names of settings */
    Mutator(long seed, List<String> words) {
        this.random = new SplittableRandom(seed);
        this.words = List.copyOf(words);
    }

    /** For tests that choose by themselves. */
    SplittableRandom random() {
        return random;
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A text that may stand anywhere, and seldom should. */
    String text() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> oneOf(TEXTS);
            case 2 -> oneOf(NUMBERS);
            default -> words.isEmpty() ? oneOf(TEXTS) : oneOf(words);
        };
    }

    String mutated(String text) {
        return new String(mutated(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    /** The input with one to four changes. */
    byte[] mutated(byte[] input) {
        byte[] result = input;
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            result = changed(result);
        }
        return result;
    }

    private byte[] changed(byte[] input) {
        if (input.length == 0) {
            return bytes(text());
        }
        int at = random.nextInt(input.length);
        int to = Math.min(input.length, at + 1 + random.nextInt(LARGEST_SLICE));
        return switch (random.nextInt(14)) {
            case 0 -> flipped(input);
            case 1 -> random.nextInt(4) == 0 ? slice(input, 0, at) : spliced(input, at, to, new byte[0]);
            case 2 -> spliced(input, at, at, slice(input, at, to));
            case 3 -> spliced(input, at, at, repeated(slice(input, at, to), random.nextInt(100)));
            case 4 -> spliced(input, at, at, bytes(text()));
            case 5 -> spliced(input, at, to, noise(to - at));
            case 6, 7, 8 -> replaced(input, WORD, text());
            case 9, 10 -> replaced(input, NUMBER, oneOf(NUMBERS));
            case 11 -> swapped(input);
            default -> lines(input);
        };
    }

    private byte[] flipped(byte[] input) {
        byte[] result = input.clone();
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return result;
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] repeated(byte[] slice, int times) {
        byte[] all = new byte[slice.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(slice, 0, all, i * slice.length, slice.length);
        }
        return all;
    }

    /** Bytes are taken for characters, so that what matches is found again wherever it stands. */
    private static String latin(byte[] input) {
        return new String(input, StandardCharsets.ISO_8859_1);
    }

    private byte[] replaced(byte[] input, Pattern what, String by) {
        List<MatchResult> found = what.matcher(latin(input)).results().toList();
        if (found.isEmpty()) {
            return flipped(input);
        }
        MatchResult word = oneOf(found);
        return spliced(input, word.start(), word.end(), bytes(by));
    }

    private byte[] swapped(byte[] input) {
        List<MatchResult> found = WORD.matcher(latin(input)).results().toList();
        if (found.isEmpty()) {
            return flipped(input);
        }
        MatchResult one = oneOf(found);
        MatchResult other = oneOf(found);
        return spliced(input, one.start(), one.end(), slice(input, other.start(), other.end()));
    }

    /** A line is lost, stands twice, or stands elsewhere. */
    private byte[] lines(byte[] input) {
        List<String> lines = new ArrayList<>(List.of(latin(input).split("(?<=\n)")));
        String line = lines.get(random.nextInt(lines.size()));
        switch (random.nextInt(3)) {
            case 0 -> lines.remove(line);
            case 1 -> lines.add(random.nextInt(lines.size() + 1), line);
            default -> {
                lines.remove(line);
                lines.add(random.nextInt(lines.size() + 1), line);
            }
        }
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] slice(byte[] input, int from, int to) {
        byte[] slice = new byte[to - from];
        System.arraycopy(input, from, slice, 0, slice.length);
        return slice;
    }

    private static byte[] spliced(byte[] input, int from, int to, byte[] between) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(input, 0, from);
        all.writeBytes(between);
        all.write(input, to, input.length - to);
        return all.toByteArray();
    }
}
