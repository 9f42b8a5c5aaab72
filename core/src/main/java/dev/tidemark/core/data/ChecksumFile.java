package dev.tidemark.core.data;

import module java.base;

/**
 * The checksum of a file, noted beside it: of what is made once and used by many processes, whose damage would kill
 * them.
 *
 * @param file whose it is
 */
public record ChecksumFile(Path file) {

    private Path noted() {
        return file.resolveSibling(file.getFileName() + ".sum");
    }

    /** Whether the file is there, and as it was when its checksum was noted. */
    public boolean holds() throws IOException {
        return Files.exists(file) && Files.exists(noted()) && Arrays.equals(Files.readAllBytes(noted()), sum());
    }

    /** Notes the file's checksum, unless that was done since it was written. */
    public void note() throws IOException {
        if (!Files.exists(noted())
                || Files.getLastModifiedTime(noted()).compareTo(Files.getLastModifiedTime(file)) < 0) {
            byte[] sum = sum();
            WholeFile.replace(noted(), out -> out.write(sum));
        }
    }

    private byte[] sum() throws IOException {
        CRC32C sum = new CRC32C();
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(new CheckedOutputStream(OutputStream.nullOutputStream(), sum));
        }
        return Long.toHexString(sum.getValue()).getBytes(StandardCharsets.US_ASCII);
    }
}
