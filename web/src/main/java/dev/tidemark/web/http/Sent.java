package dev.tidemark.web.http;

import java.util.Optional;

/**
 * What came with a request.
 *
 * @param form   what a person filled in
 * @param upload the file that came with the form, or that a program sent
 * @param body   what a program sent; of a file, what type it is
 */
record Sent(Form form, Optional<Upload> upload, Body body) {

    static final Sent NOTHING = new Sent(Form.empty(), Optional.empty(), Body.NOTHING);

    static Sent of(Form form, Optional<Upload> upload) {
        return new Sent(form, upload, Body.NOTHING);
    }

    static Sent of(Body body) {
        return new Sent(Form.empty(), Optional.empty(), body);
    }

    /** @param type of the file's content */
    static Sent of(String type, Upload upload) {
        return new Sent(Form.empty(), Optional.of(upload), new Body(type, ""));
    }
}
