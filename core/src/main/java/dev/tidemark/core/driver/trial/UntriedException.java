package dev.tidemark.core.driver.trial;

/** Something could not be tried, which says nothing about the target. */
final class UntriedException extends Exception {

    UntriedException(String why) {
        super(why);
    }
}
