/**
 * How a coordinator and a runner reach each other: frames over a link that may be a pipe, a socket or memory; a
 * handshake first; a lease that the coordinator renews.
 *
 * <p>The runner sends {@link dev.tidemark.core.run.link.Frame.Hello} and is answered by
 * {@link dev.tidemark.core.run.link.Frame.Welcome} or {@link dev.tidemark.core.run.link.Frame.Refusal}. From then on
 * each {@link dev.tidemark.core.run.link.Frame.Order} is answered by the events of carrying it out and one
 * {@link dev.tidemark.core.run.link.Frame.Answer}.
 */
package dev.tidemark.core.run.link;
