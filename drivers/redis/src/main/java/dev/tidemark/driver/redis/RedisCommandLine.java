package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import redis.clients.jedis.CommandArguments;

/**
 * A command of the user's, as redis-cli takes it: words, some of them in quotes, with escapes within these. Each {@code
 * ?} outside of quotes stands for a value, and {@code ??} for a question mark.
 *
 * @param words the parts of each word, between which values stand
 */
record RedisCommandLine(List<List<byte[]>> words) {

    /** @throws DriverException when it is no command that is answered once */
    static RedisCommandLine of(String text) throws DriverException {
        RedisCommandLine command = new Reader(text).read();
        if (command.words.isEmpty() || command.words.getFirst().size() > 1) {
            throw new DriverException("a command begins with its name");
        }
        Optional<String> refused = RedisLanguage.refusesCommand(command.name());
        if (refused.isPresent()) {
            throw new DriverException(refused.get());
        }
        return command;
    }

    /** Reads words as sdssplitargs of Redis' sds.c does. */
    private static final class Reader {

        private final String text;
        private final List<List<byte[]>> words = new ArrayList<>();
        private final ByteArrayOutputStream part = new ByteArrayOutputStream();
        /** Of the word that is being read; null between words. */
        private List<byte[]> parts;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        RedisCommandLine read() throws DriverException {
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (RedisLanguage.isBlank(c)) {
                    endWord();
                    continue;
                }
                parts = parts == null ? new ArrayList<>() : parts;
                if (c == '\'' || c == '"') {
                    quoted(c);
                } else if (c != '?') {
                    take(at - 1);
                } else if (text.startsWith("?", at)) {
                    take(at++);
                } else {
                    endPart();
                }
            }
            endWord();
            return new RedisCommandLine(words);
        }

        private void quoted(char quote) throws DriverException {
            while (at < text.length() && text.charAt(at) != quote) {
                char next = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
                if (text.charAt(at) != '\\' || quote == '\'' && next != quote) {
                    take(at++);
                } else if (next == 'x' && isHex(at + 2) && isHex(at + 3)) {
                    part.write(Integer.parseInt(text.substring(at + 2, at + 4), 16));
                    at += 4;
                } else if (quote == '"' && "nrtba".indexOf(next) >= 0) {
                    part.write("\n\r\t\b\007".charAt("nrtba".indexOf(next)));
                    at += 2;
                } else {
                    take(at + 1);
                    at += 2;
                }
            }
            if (at++ >= text.length()) {
                throw new DriverException("a quote in the command '" + text + "' does not end");
            }
        }

        private boolean isHex(int place) {
            return place < text.length() && HexFormat.isHexDigit(text.charAt(place));
        }

        /** The sign at a place; both halves of one that has two. */
        private void take(int place) {
            if (place < text.length() && !Character.isLowSurrogate(text.charAt(place))) {
                part.writeBytes(Character.toString(text.codePointAt(place)).getBytes(StandardCharsets.UTF_8));
            }
        }

        private void endPart() {
            parts.add(part.toByteArray());
            part.reset();
        }

        private void endWord() {
            if (parts != null) {
                endPart();
                words.add(parts);
                parts = null;
            }
        }
    }

    /** In capitals. */
    String name() {
        return new String(words.getFirst().getFirst(), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
    }

    /** @throws DriverException when there are not as many values as places for them */
    CommandArguments with(List<String> values) throws DriverException {
        int places = words.stream().mapToInt(parts -> parts.size() - 1).sum();
        if (places != values.size()) {
            throw new DriverException(name() + " has " + places + " places for " + values.size()
                    + " values");
        }
        byte[] name = words.getFirst().getFirst();
        CommandArguments command = new CommandArguments(() -> name);
        int next = 0;
        for (List<byte[]> parts : words.subList(1, words.size())) {
            if (parts.size() == 1) {
                command.add(parts.getFirst());
                continue;
            }
            ByteArrayOutputStream word = new ByteArrayOutputStream();
            word.writeBytes(parts.getFirst());
            for (int i = 1; i < parts.size(); i++) {
                word.writeBytes(values.get(next++).getBytes(StandardCharsets.UTF_8));
                word.writeBytes(parts.get(i));
            }
            command.add(word.toByteArray());
        }
        return command;
    }
}
