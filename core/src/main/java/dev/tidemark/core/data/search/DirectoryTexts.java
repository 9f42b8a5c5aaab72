package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/** The text files of a folder and those below it, by name; each is reduced to its words in lower case. */
public final class DirectoryTexts implements SearchDocuments {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    /** More than words have, on average. */
    private static final int BYTES_PER_WORD = 16;

    private final List<Path> files;
    private final VectorSource vectors;

    private DirectoryTexts(List<Path> files, VectorSource vectors) {
        this.files = files;
        this.vectors = vectors;
    }

    /**
     * @param most    files that are taken
     * @param vectors null where documents have none
     * @throws InvalidInputException when there is no such folder, or no file in it
     */
    public static DirectoryTexts of(Path folder, long most, VectorSource vectors) {
        long limit = vectors == null ? most : Math.min(most, vectors.count());
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(Files::isRegularFile).sorted().limit(limit).toList();
            if (files.isEmpty()) {
                throw new InvalidInputException("texts: there is no file in " + folder);
            }
            return new DirectoryTexts(files, vectors);
        } catch (IOException e) {
            throw new InvalidInputException("texts: the folder " + folder + (Files.isDirectory(folder)
                    ? " cannot be read: " + e.getMessage() : " does not exist"));
        }
    }

    /** Runs of letters and digits in lower case, one blank between. */
    static String words(String text) {
        StringJoiner words = new StringJoiner(" ");
        for (Matcher m = WORD.matcher(text.toLowerCase(Locale.ROOT)); m.find();) {
            words.add(m.group());
        }
        return words.toString();
    }

    @Override
    public long count() {
        return files.size();
    }

    @Override
    public int dimension() {
        return vectors == null ? 0 : vectors.dimension();
    }

    /** Reads no more of a file than holds the words; where that ends within a word, this is left out. */
    @Override
    public List<String> excerpt(long n, double at, int most) throws IOException {
        try (FileChannel file = FileChannel.open(files.get((int) n))) {
            for (long room = (long) BYTES_PER_WORD * (most + 2);; room *= 4) {
                long size = Math.min(room, file.size());
                long from = (long) (at * (file.size() - size + 1));
                ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size));
                while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
                    // reads on
                }
                List<String> words = whole(text(bytes.array()), from > 0, from + size < file.size());
                if (words.size() >= most || size == file.size()) {
                    int first = size == file.size() ? (int) (at * (Math.max(0, words.size() - most) + 1)) : 0;
                    return words.subList(first, Math.min(words.size(), first + most));
                }
            }
        }
    }

    private static List<String> whole(String text, boolean cutInFront, boolean cutBehind) {
        String words = words(text);
        List<String> all = words.isEmpty() ? List.of() : List.of(words.split(" "));
        int from = cutInFront ? 1 : 0;
        return all.subList(Math.min(from, all.size()), Math.max(Math.min(from, all.size()),
                all.size() - (cutBehind ? 1 : 0)));
    }

    /** What is no UTF-8 is replaced: a single odd byte is no reason to do without a file. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public SearchDocument document(long n) throws IOException {
        String text = text(Files.readAllBytes(files.get((int) n)));
        return new SearchDocument(n, words(text), GeneratedDocuments.bucket(0, n),
                vectors == null ? null : vectors.vector(n));
    }
}
