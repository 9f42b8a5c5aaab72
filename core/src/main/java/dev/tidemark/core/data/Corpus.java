package dev.tidemark.core.data;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;

/**
 * The words of a text, in its order, each as often as it occurs, so that drawing uniformly keeps the text's word
 * frequencies. A word is a run of letters, digits and accents, with apostrophes inside; case is kept, punctuation is
 * not. Immutable and shared by all workers.
 */
public final class Corpus {

    /** A text with fewer words would repeat itself too much to stand for one. */
    public static final int MIN_WORDS = 100;

    /** The largest file that is taken. */
    public static final long MAX_FILE_BYTES = 64L << 20;

    /** Longer words (they are rather keys, hashes or encoded pictures) are left out. */
    public static final int MAX_WORD_BYTES = 128;

    /** The longest word, in bytes, that fits a slot of two longs together with its blank and its length. */
    private static final int MAX_SLOT_WORD = 14;

    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{M}\\p{N}]+(?:['\u2019][\\p{L}\\p{M}\\p{N}]+)*");

    private final String[] distinct;
    /** For each word of the text, in order, its index in {@code distinct}. */
    final int[] picks;
    /**
     * Two longs per distinct word: its bytes in UTF-8 and a blank, little-endian, and in the last byte how many those
     * are. That byte is 0 for a word that does not fit, whose first long is its index in {@code longWords}.
     */
    final long[] slots;
    /** The words that fit no slot, each with its blank. */
    final byte[][] longWords;

    private final double meanWordBytes;
    private final double wordBytesDeviation;
    private final int longestWordBytes;

    private Corpus(List<String> words) {
        Map<String, Integer> indexes = new HashMap<>();
        picks = words.stream().mapToInt(word -> indexes.computeIfAbsent(word, w -> indexes.size())).toArray();
        distinct = new String[indexes.size()];
        indexes.forEach((word, index) -> distinct[index] = word);
        slots = new long[2 * distinct.length];
        List<byte[]> rest = new ArrayList<>();
        int[] lengths = new int[distinct.length];
        for (int i = 0; i < distinct.length; i++) {
            byte[] bytes = (distinct[i] + " ").getBytes(StandardCharsets.UTF_8);
            lengths[i] = bytes.length - 1;
            if (lengths[i] <= MAX_SLOT_WORD) {
                fillSlot(i, bytes);
            } else {
                slots[2 * i] = rest.size();
                rest.add(bytes);
            }
        }
        longWords = rest.toArray(byte[][]::new);
        longestWordBytes = Arrays.stream(lengths).max().orElseThrow();
        meanWordBytes = Arrays.stream(picks).map(i -> lengths[i]).average().orElseThrow();
        wordBytesDeviation = Math.sqrt(Arrays.stream(picks).mapToDouble(i -> lengths[i] - meanWordBytes)
                .map(difference -> difference * difference).average().orElseThrow());
    }

    private void fillSlot(int index, byte[] wordAndBlank) {
        for (int i = 0; i < wordAndBlank.length; i++) {
            slots[2 * index + i / 8] |= (wordAndBlank[i] & 0xffL) << (8 * (i % 8));
        }
        slots[2 * index + 1] |= (long) wordAndBlank.length << 56;
    }

    /** The text that comes with Tidemark. */
    public static Corpus own() {
        return Own.TEXT;
    }

    private static final class Own {
        static final Corpus TEXT = load();

        private static Corpus load() {
            try (InputStream in = Corpus.class.getResourceAsStream("source-text.txt")) {
                return parse("source-text.txt", new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Reads a text in UTF-8 from a file.
     *
     * @throws InvalidInputException when there is none, it can't be read, is larger than {@link #MAX_FILE_BYTES}, is
     *                  not text in UTF-8, or has fewer than {@link #MIN_WORDS} words
     */
    public static Corpus of(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException("source text " + file
                        + (Files.exists(file) ? " is not a file" : " does not exist"));
            }
            return parse(file.toString(), TextFile.read(file, MAX_FILE_BYTES));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException("source text " + file + " " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new InvalidInputException("source text " + file + " does not exist");
        } catch (IOException e) {
            throw new InvalidInputException("source text " + file + " cannot be read: " + e);
        }
    }

    static Corpus parse(String name, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidInputException("source text " + name + " is not text: it has zero bytes");
        }
        List<String> words = words(text);
        if (words.size() < MIN_WORDS) {
            throw new InvalidInputException("source text " + name + " has " + words.size() + " words; at least "
                    + MIN_WORDS + " are needed");
        }
        return new Corpus(words);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (Matcher m = WORD.matcher(text); m.find();) {
            if (m.group().getBytes(StandardCharsets.UTF_8).length <= MAX_WORD_BYTES) {
                words.add(m.group());
            }
        }
        return words;
    }

    /** How many words the text has, each counted as often as it occurs. */
    public int words() {
        return picks.length;
    }

    /** The word at a place in the text, from 0. */
    public String word(int place) {
        return distinct[picks[place]];
    }

    /** The mean length of a word drawn uniformly, in bytes of UTF-8, without blanks. */
    public double meanWordBytes() {
        return meanWordBytes;
    }

    /** The standard deviation of that length. */
    public double wordBytesDeviation() {
        return wordBytesDeviation;
    }

    public int longestWordBytes() {
        return longestWordBytes;
    }
}
