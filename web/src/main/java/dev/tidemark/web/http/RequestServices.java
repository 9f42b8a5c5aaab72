package dev.tidemark.web.http;

/**
 * What all visits have in common.
 *
 * @param loginRequired whether the server asks for a login
 */
record RequestServices(Views views, Cookies cookies, FormTokens tokens, Proxies proxies, boolean loginRequired) {}
