package dev.tidemark.core.driver;

/** The driver offers what was asked, and this target lacks a part that it takes. The message says how to get it. */
public final class NotOfferedException extends DriverException {

    public NotOfferedException(String message) {
        super(message);
    }
}
