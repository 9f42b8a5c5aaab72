package dev.tidemark.driver.basex;

import module java.base;

/**
 * Keys and URIs of any bytes as paths of resources. A binary resource is a file, whose name has at most 255 bytes: what
 * is longer goes on in a folder. Names of folders end with {@code ~} and names of files with {@code .bin}, so that none
 * is both. Other bytes than letters, digits and hyphens are {@code =} and two hexadecimal digits, so that the path
 * stands as it is in an address, too.
 */
final class ResourcePath {

    private static final int LONGEST_NAME = 200;
    private static final char FOLDER = '~';
    private static final String FILE = ".bin";
    private static final char ESCAPE = '=';
    private static final char[] DIGITS = "0123456789ABCDEF".toCharArray();

    private ResourcePath() {}

    /** @param folder ends with a slash */
    static String of(String folder, ByteBuffer key) {
        StringBuilder path = new StringBuilder(folder);
        int name = 0;
        for (int i = key.position(); i < key.limit(); i++) {
            if (name >= LONGEST_NAME) {
                path.append(FOLDER).append('/');
                name = 0;
            }
            int before = path.length();
            append(path, key.get(i));
            name += path.length() - before;
        }
        return path.append(FILE).toString();
    }

    private static void append(StringBuilder path, byte b) {
        if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-') {
            path.append((char) b);
        } else {
            path.append(ESCAPE).append(DIGITS[b >> 4 & 15]).append(DIGITS[b & 15]);
        }
    }

    /** The key of a path that {@link #of} made. */
    static byte[] key(String folder, String path) {
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        int end = path.length() - FILE.length();
        for (int i = folder.length(); i < end; i++) {
            char c = path.charAt(i);
            if (c == ESCAPE) {
                key.write(Integer.parseInt(path, i + 1, i + 3, 16));
                i += 2;
            } else if (c != FOLDER && c != '/') {
                key.write(c);
            }
        }
        return key.toByteArray();
    }
}
