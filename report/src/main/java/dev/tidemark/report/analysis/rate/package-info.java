/**
 * What searches for the sustainable rate have found, point by point: the rate, its interval, the curve, the reasons.
 */
package dev.tidemark.report.analysis.rate;
