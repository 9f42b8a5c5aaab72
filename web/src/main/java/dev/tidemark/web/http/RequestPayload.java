package dev.tidemark.web.http;

import java.util.Optional;

/**
 * What came with a request.
 *
 * @param form   what a person filled in
 * @param upload the file that came with the form, or that a program sent
 * @param body   what a program sent; of a file, what type it is
 */
record RequestPayload(Form form, Optional<Upload> upload, Body body) {

    static final RequestPayload NOTHING = new RequestPayload(Form.empty(), Optional.empty(), Body.NOTHING);

    static RequestPayload of(Form form, Optional<Upload> upload) {
        return new RequestPayload(form, upload, Body.NOTHING);
    }

    static RequestPayload of(Body body) {
        return new RequestPayload(Form.empty(), Optional.empty(), body);
    }

    /** @param type of the file's content */
    static RequestPayload of(String type, Upload upload) {
        return new RequestPayload(Form.empty(), Optional.of(upload), new Body(type, ""));
    }
}
