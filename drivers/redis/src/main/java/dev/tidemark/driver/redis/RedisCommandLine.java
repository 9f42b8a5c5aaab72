package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.DriverException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import redis.clients.jedis.CommandArguments;

/**
 * A command of the user's, as one would type it: words, some of them in quotes. Each {@code ?} outside of quotes stands
 * for a value, and {@code ??} for a question mark.
 *
 * @param words the parts of each word, between which values stand
 */
record RedisCommandLine(List<List<String>> words) {

    /** What makes of a connection another one than those who use it next expect. */
    private static final Set<String> CHANGING = Set.of("AUTH", "CLIENT", "HELLO", "QUIT", "RESET", "SELECT");
    /** What is never answered once. */
    private static final Set<String> ENDLESS = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "MONITOR", "SYNC", "PSYNC");

    /** @throws DriverException when it is no command that is answered once */
    static RedisCommandLine of(String text) throws DriverException {
        List<List<String>> words = new ArrayList<>();
        List<String> parts = null;
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                parts = ended(words, parts, part);
                continue;
            }
            parts = parts == null ? new ArrayList<>() : parts;
            if (c == '\'' || c == '"') {
                int end = text.indexOf(c, i + 1);
                if (end < 0) {
                    throw new DriverException("a quote in the command '" + text + "' does not end");
                }
                part.append(text, i + 1, end);
                i = end;
            } else if (text.startsWith("??", i)) {
                part.append('?');
                i++;
            } else if (c == '?') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        ended(words, parts, part);
        return checked(new RedisCommandLine(words));
    }

    private static List<String> ended(List<List<String>> words, List<String> parts, StringBuilder last) {
        if (parts != null) {
            parts.add(last.toString());
            last.setLength(0);
            words.add(parts);
        }
        return null;
    }

    private static RedisCommandLine checked(RedisCommandLine command) throws DriverException {
        if (command.words.isEmpty() || command.words.getFirst().size() > 1) {
            throw new DriverException("a command begins with its name");
        }
        if (ENDLESS.contains(command.name())) {
            throw new DriverException(command.name() + " is not answered once, and is not carried out");
        }
        if (CHANGING.contains(command.name())) {
            throw new DriverException(command.name() + " changes the connection, which others use, too, and is not "
                    + "carried out");
        }
        return command;
    }

    /** In capitals. */
    String name() {
        return words.getFirst().getFirst().toUpperCase(Locale.ROOT);
    }

    /** @throws DriverException when there are not as many values as places for them */
    CommandArguments with(List<String> values) throws DriverException {
        int places = words.stream().mapToInt(parts -> parts.size() - 1).sum();
        if (places != values.size()) {
            throw new DriverException(name() + " has " + places + " places for " + values.size()
                    + " values");
        }
        byte[] name = name().getBytes(StandardCharsets.UTF_8);
        CommandArguments command = new CommandArguments(() -> name);
        int next = 0;
        for (List<String> parts : words.subList(1, words.size())) {
            if (parts.size() == 1) {
                command.add(parts.getFirst());
                continue;
            }
            StringBuilder word = new StringBuilder(parts.getFirst());
            for (int i = 1; i < parts.size(); i++) {
                word.append(values.get(next++)).append(parts.get(i));
            }
            command.add(word.toString());
        }
        return command;
    }
}
