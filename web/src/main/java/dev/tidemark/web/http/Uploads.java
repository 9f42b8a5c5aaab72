package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.report.Numbers;

/** Where files lie that were sent, each as long as its request is answered. */
record Uploads(Path folder) {

    static final int BUFFER = 64 * 1024;

    private static final String END = ".upload";

    /** An empty file that nobody else can read; its name begins with the process that it belongs to. */
    Path fresh() throws IOException {
        Files.createDirectories(folder);
        sweep();
        return Files.createTempFile(folder, ProcessHandle.current().pid() + "-", END);
    }

    /**
     * Writes a body to a file, which is never in memory as a whole.
     *
     * @param announced bytes of the body as the request says; negative when it does not
     * @param most      bytes that it may have
     * @throws HttpException when it is too large, ends too early, or cannot be kept; no file is left then
     */
    Path receive(InputStream body, long announced, long most) throws IOException {
        if (announced > most) {
            throw tooLarge(most);
        }
        Path file = null;
        boolean whole = false;
        try {
            file = fresh();
            copy(body, file, most);
            whole = true;
            return file;
        } catch (IOException e) {
            throw cannotStore(e);
        } finally {
            if (file != null && !whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void copy(InputStream body, Path file, long most) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long left = most;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int n; (n = Form.read(body, buffer)) >= 0;) {
                left -= n;
                if (left < 0) {
                    throw tooLarge(most);
                }
                out.write(buffer, 0, n);
            }
        }
    }

    static HttpException tooLarge(long most) {
        return new HttpException(413, "the file is too large: " + Numbers.bytes(most) + " can be sent at most");
    }

    static HttpException cannotStore(IOException why) {
        return new HttpException(507, "the file cannot be kept here: " + why.getMessage());
    }

    /** Removes what processes have left that were killed. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[0-9]*-*" + END)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String process = name.substring(0, name.indexOf('-'));
                if (process.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
