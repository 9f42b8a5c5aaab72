package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.accounts.Accounts;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.accounts.Account;
import dev.tidemark.store.accounts.ApiToken;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.http.HttpException;

/** People with accounts, and programs with tokens. What is secret comes in, or goes out once, and is never shown. */
public final class AccountOperations {

    private AccountOperations() {}

    record User(String name, Role role, Instant created) {

        static User of(Account account) {
            return new User(account.name(), account.role(), account.created());
        }
    }

    record Users(@Description("by name") List<User> users) {}

    record NewUser(@Description("1 to 64 letters, digits, dots, underscores, hyphens and @") String name, Role role,
            @Description("10 to 200 characters") String password) {}

    record UserRole(Role role) {}

    record UserPassword(@Description("10 to 200 characters") String password) {}

    record Token(String name, @Description("what a program that shows it may do") Role role,
            @Description("who made it") String author, Instant created,
            @Description("when it was last shown, to the minute; absent where it never was") Optional<Instant> seen) {

        static Token of(ApiToken token) {
            return new Token(token.name(), token.role(), token.author(), token.created(), token.seen());
        }
    }

    record Tokens(@Description("by name") List<Token> tokens) {}

    record NewToken(@Description("1 to 64 letters, digits, dots, underscores and hyphens") String name, Role role) {}

    record MadeToken(String name, Role role, @Description("which is shown now and never again") String token) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/users", ADMINISTRATOR, "listUsers", "Lists the people who may use the web pages.")
                        .answers(Output.of(Users.class, "the users"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Users(accounts(apiServices).all().stream().map(User::of).toList()))),
                Operation.post("/users", ADMINISTRATOR, "addUser", "Adds a user.")
                        .takes(NewUser.class)
                        .answers(Output.of(201, User.class, "the user"))
                        .by((apiServices, apiRequest) -> {
                            NewUser body = apiRequest.body(NewUser.class);
                            return Reply.of(User.of(accounts(apiServices).add(body.name(), body.role(),
                                    body.password())));
                        }),
                Operation.put("/users/{user}/role", ADMINISTRATOR, "changeRole",
                        "Changes what a user may do, at once; somebody must be left who administers.")
                        .takes(UserRole.class)
                        .answers(Output.of(User.class, "the user"))
                        .by((apiServices, apiRequest) -> {
                            accounts(apiServices).role(user(apiServices, apiRequest).name(),
                                    apiRequest.body(UserRole.class).role());
                            return Reply.of(User.of(user(apiServices, apiRequest)));
                        }),
                Operation.put("/users/{user}/password", ADMINISTRATOR, "changePassword",
                        "Gives a user another password; wherever they are logged in, they are no more.")
                        .takes(UserPassword.class)
                        .by((apiServices, apiRequest) -> {
                            accounts(apiServices).password(user(apiServices, apiRequest).name(),
                                    apiRequest.body(UserPassword.class).password());
                            return new Reply.Nothing();
                        }),
                Operation.delete("/users/{user}", ADMINISTRATOR, "removeUser",
                        "Removes a user, who is logged out at once; somebody must be left who administers.")
                        .by((apiServices, apiRequest) -> {
                            accounts(apiServices).remove(user(apiServices, apiRequest).name());
                            return new Reply.Nothing();
                        }),
                Operation.get("/tokens", ADMINISTRATOR, "listTokens", "Lists the tokens of programs.")
                        .answers(Output.of(Tokens.class, "the tokens"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Tokens(accounts(apiServices).tokens().stream().map(Token::of)
                                .toList()))),
                Operation.post("/tokens", ADMINISTRATOR, "addToken", "Makes a token for a program.")
                        .takes(NewToken.class)
                        .answers(Output.of(201, MadeToken.class, "the token"))
                        .by((apiServices, apiRequest) -> {
                            NewToken body = apiRequest.body(NewToken.class);
                            return Reply.of(new MadeToken(body.name(), body.role(), accounts(apiServices).addToken(
                                    body.name(), body.role(), apiRequest.visit().author())));
                        }),
                Operation.delete("/tokens/{token}", ADMINISTRATOR, "removeToken", "Revokes a token, at once.")
                        .by((apiServices, apiRequest) -> {
                            accounts(apiServices).removeToken(token(apiServices, apiRequest));
                            return new Reply.Nothing();
                        }));
    }

    private static Accounts accounts(ApiServices apiServices) {
        return apiServices.workbench().accounts();
    }

    private static Account user(ApiServices apiServices, ApiRequest apiRequest) {
        List<Account> all = accounts(apiServices).all();
        String name = apiRequest.name("user");
        return all.stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow(
                () -> HttpException.missing("user", name, all.stream().map(Account::name).toList()));
    }

    private static String token(ApiServices apiServices, ApiRequest apiRequest) {
        List<String> all = accounts(apiServices).tokens().stream().map(ApiToken::name).toList();
        String name = apiRequest.name("token");
        return all.stream().filter(name::equals).findFirst().orElseThrow(() -> HttpException.missing("token", name,
                all));
    }
}
