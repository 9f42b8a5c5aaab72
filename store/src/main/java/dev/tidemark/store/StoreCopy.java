package dev.tidemark.store;

import module java.base;
import module java.sql;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.PrivateFiles;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.file.StoreFile;

/**
 * Copies a store as it is at one moment, whoever uses it meanwhile: a copy of the file alone lacks what is still in the
 * log beside it.
 */
public final class StoreCopy {

    private static final List<String> USERS = List.of("login_session", "account", "api_token", "set_up_link");

    private StoreCopy() {}

    /**
     * @param to    a new file, which nobody but its owner may look into
     * @param users whether users, tokens and sessions come along
     * @throws InvalidInputException when there is no such store, or the new file cannot be made;
     *                 {@link ConflictException} when it is there
     * @throws StoreException when the store cannot be read, or the disk of the copy is full; no copy is left then
     */
    public static void of(Path file, Path to, boolean users) {
        if (!Files.exists(file)) {
            throw new InvalidInputException("there is no store " + file);
        }
        StoreFile.format(file);
        make(to);
        boolean whole = false;
        try {
            copy(file, to);
            if (!users) {
                removeUsers(to);
            }
            whole = true;
        } finally {
            if (!whole) {
                discard(to);
            }
        }
    }

    /** Empty, with the permissions that it is to have: SQLite takes an empty file as a new one. */
    private static void make(Path to) {
        try {
            PrivateFiles.newFile(to);
        } catch (FileAlreadyExistsException e) {
            throw new ConflictException(to + " is there already; choose another name or remove it");
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(to + " cannot be written: its folder does not exist");
        } catch (IOException e) {
            throw new InvalidInputException(to + " cannot be written: " + e.getMessage());
        }
    }

    private static void copy(Path file, Path to) {
        try (Connection connection = StoreFile.isWritable(file) ? StoreFile.plain(file) : Database.reading(file);
                PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
            vacuum.setString(1, to.toAbsolutePath().toString());
            vacuum.execute();
        } catch (SQLException e) {
            throw StoreException.of(StoreException.isFull(e) ? to : file, e);
        }
    }

    /** What is deleted stays in the file until its pages are written anew. */
    private static void removeUsers(Path copy) {
        try (Connection connection = StoreFile.plain(copy); Statement statement = connection.createStatement()) {
            for (String table : USERS) {
                statement.execute("DELETE FROM " + table);
            }
            statement.execute("VACUUM");
        } catch (SQLException e) {
            throw StoreException.of(copy, e);
        }
    }

    private static void discard(Path copy) {
        try {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(copy.resolveSibling(copy.getFileName() + "-journal"));
        } catch (IOException e) {
            // Why it is not whole is what matters.
        }
    }
}
