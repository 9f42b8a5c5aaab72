package dev.tidemark.web.http;

import module java.base;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;

/**
 * Reads a form with at most one file (RFC 7578) as it arrives: texts are kept like those of any form, the file goes to
 * disk and is never in memory as a whole.
 */
final class Multipart implements AutoCloseable {

    static final String TYPE = "multipart/form-data";

    private static final int MOST_HEADER_BYTES = 4096;
    /** RFC 2046, 5.1.1. */
    private static final int LONGEST_BOUNDARY = 70;

    private final Uploads uploads;
    private final long most;
    private final Consumer<Form> beforeFile;
    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private int textBytes;
    private Optional<Upload> upload = Optional.empty();
    private Path file;

    /**
     * @param most       bytes that the file may have
     * @param beforeFile is given what stands before the file, and may refuse to have the file read
     */
    Multipart(Uploads uploads, long most, Consumer<Form> beforeFile) {
        this.uploads = uploads;
        this.most = most;
        this.beforeFile = beforeFile;
    }

    static boolean is(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return type.equals(TYPE) || type.startsWith(TYPE + ";");
    }

    /** The texts. */
    Form form() {
        return Form.of(fields);
    }

    /** The file; empty when none was chosen. */
    Optional<Upload> upload() {
        return upload;
    }

    /**
     * Reads it all.
     *
     * @param announced bytes of the body as the request says; negative when it does not
     * @throws HttpException when it is too large, cannot be read, ends too early, or the file cannot be kept
     */
    void read(InputStream body, String contentType, long announced) throws IOException {
        String boundary = boundary(contentType);
        long left = most + Form.MOST_BYTES;
        if (announced > left) {
            throw Uploads.tooLarge(most);
        }
        Parts parts = new Parts();
        MultiPart.Parser parser = new MultiPart.Parser(boundary, parts);
        parser.setMaxParts(Form.MOST_FIELDS);
        parser.setPartHeadersMaxLength(MOST_HEADER_BYTES);
        try (parts) {
            byte[] buffer = new byte[Uploads.BUFFER];
            for (int n; (n = Form.read(body, buffer)) >= 0;) {
                left -= n;
                if (left < 0) {
                    throw Uploads.tooLarge(most);
                }
                parser.parse(Content.Chunk.from(ByteBuffer.wrap(buffer, 0, n), false));
                parts.check();
            }
            parser.parse(Content.Chunk.EOF);
            parts.check();
            if (!parts.complete) {
                throw Form.malformed();
            }
        }
    }

    private static String boundary(String contentType) {
        try {
            String boundary = MultiPart.extractBoundary(contentType);
            if (boundary != null && !boundary.isEmpty() && boundary.length() <= LONGEST_BOUNDARY) {
                return boundary;
            }
        } catch (RuntimeException e) {
            // Quotes that are never closed, and the like.
        }
        throw Form.malformed();
    }

    /** Removes the file. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    /** Something that is done to a part. */
    private interface Step {
        void run() throws IOException;
    }

    /** The parser swallows what its listener throws, so the first failure is kept until it can be told. */
    private final class Parts extends MultiPart.AbstractPartsListener implements AutoCloseable {

        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private OutputStream out;
        private long written;
        private RuntimeException failure;
        private boolean complete;

        void check() {
            if (failure != null) {
                throw failure;
            }
        }

        private void guarded(Step step) {
            if (failure == null) {
                try {
                    step.run();
                } catch (IOException e) {
                    failure = Uploads.cannotStore(e);
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
        }

        @Override
        public void onPartHeaders() {
            guarded(() -> {
                text.reset();
                if (getName() == null) {
                    throw Form.malformed();
                }
                if (getFileName() != null && !getFileName().isEmpty()) {
                    beginFile(getFileName());
                }
            });
        }

        private void beginFile(String name) throws IOException {
            if (file != null) {
                throw new HttpException(400, "one file at a time can be sent");
            }
            beforeFile.accept(form());
            file = uploads.fresh();
            out = Files.newOutputStream(file);
            upload = Optional.of(new Upload(Upload.safeName(name), file));
        }

        @Override
        public void onPartContent(Content.Chunk chunk) {
            guarded(() -> {
                ByteBuffer content = chunk.getByteBuffer();
                byte[] bytes = new byte[content.remaining()];
                content.get(bytes);
                if (out != null) {
                    written += bytes.length;
                    if (written > most) {
                        throw Uploads.tooLarge(most);
                    }
                    out.write(bytes);
                } else {
                    textBytes += bytes.length;
                    if (textBytes > Form.MOST_BYTES) {
                        throw Form.tooLarge();
                    }
                    text.write(bytes);
                }
            });
            // The parser releases the chunk itself; only who keeps one beyond this call has to retain and release it.
        }

        @Override
        public void onPart(String name, String fileName, HttpFields headers) {
            guarded(() -> {
                if (out != null) {
                    out.close();
                    out = null;
                } else if (fileName == null) {
                    fields.computeIfAbsent(Form.clean(name), n -> new ArrayList<>())
                            .add(Form.clean(Form.utf8(text.toByteArray())));
                }
            });
        }

        @Override
        public void onComplete() {
            complete = true;
        }

        @Override
        public void onFailure(Throwable e) {
            guarded(() -> {
                throw Form.malformed();
            });
        }

        @Override
        public void close() throws IOException {
            if (out != null) {
                out.close();
            }
        }
    }
}
