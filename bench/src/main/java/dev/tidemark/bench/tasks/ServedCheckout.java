package dev.tidemark.bench.tasks;

import module java.base;

/** A checkout's own server, with a fresh store and without a login, until it is closed. */
record ServedCheckout(Process process, String address) implements AutoCloseable {

    private static final String SAID = "Tidemark is at ";

    static ServedCheckout start(Path launcher, Path folder) throws IOException {
        Files.createDirectories(folder);
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "serve", "--no-auth", "--port", "0")
                .directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("TIDEMARK_STORE", folder.resolve("results.db").toString());
        Process process = builder.start();
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(SAID)) {
                return new ServedCheckout(process, line.substring(SAID.length()).strip());
            }
        }
        throw new IOException("the server of " + launcher + " ended before it listened");
    }

    @Override
    public void close() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor();
    }
}
