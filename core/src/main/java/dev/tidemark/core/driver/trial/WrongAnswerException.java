package dev.tidemark.core.driver.trial;

/** What came back is not what was stored. The message is one line for the user. */
final class WrongAnswerException extends Exception {

    WrongAnswerException(String message) {
        super(message);
    }
}
