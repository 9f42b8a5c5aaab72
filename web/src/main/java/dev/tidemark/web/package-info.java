/**
 * The web application: pages made on the server, with small scripts where something moves. {@code WebServer} starts
 * it; {@code Site} lists every route with who may use it. Asks {@code app} for everything, as the command line does.
 */
package dev.tidemark.web;
