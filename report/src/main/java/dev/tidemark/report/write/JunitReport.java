package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Report.Judgement;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.comparison.Requirement;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Whether expectations were met, as JUnit XML, which Jenkins, GitLab and others show: a test case for each condition
 * and row, and one for each iteration that is not ranked. No times: those of a test would say nothing.
 */
public final class JunitReport {

    /** A test case; without an outcome it has passed. */
    private record Case(String name, String outcome, String message) {}

    private static final String FAILURE = "failure";
    private static final String ERROR = "error";
    private static final String SKIPPED = "skipped";

    private JunitReport() {}

    /** @param judgements of the report's rows, see {@link Report#judge} */
    public static String of(Report report, List<Judgement> judgements) {
        return of(report.label(), Stream.concat(judgements.stream().map(JunitReport::judged),
                report.excluded().stream().map(i -> unranked(report, i))));
    }

    /** Whether requirements of a comparison are met. @param title of the comparison */
    public static String of(String title, List<Requirement.Judgement> judgements) {
        return of(title, judgements.stream().map(j -> new Case(j.name(), switch (j.outcome()) {
            case MET -> "";
            case MISSED -> FAILURE;
            case UNDECIDED -> ERROR;
        }, j.sentence())));
    }

    private static String of(String title, Stream<Case> all) {
        List<Case> cases = all.toList();
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            text(xml, "\n");
            xml.writeStartElement("testsuites");
            suite(xml, title, cases);
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e); // into memory
        }
        return text + "\n";
    }

    private static Case judged(Judgement judgement) {
        String name = judgement.expectation().measure().name() + " " + judgement.expectation().text()
                + (judgement.point().isEmpty() ? "" : " at " + judgement.point());
        return judgement.met() ? new Case(name, "", "") : new Case(name, FAILURE, judgement.sentence());
    }

    /** What was stopped is no fault of what is measured. */
    private static Case unranked(Report report, Iteration iteration) {
        // What is done and not ranked found too little.
        boolean broke = List.of(IterationState.FAILED, IterationState.INVALID, IterationState.DONE)
                .contains(iteration.state());
        String reason = report.reason(iteration);
        return new Case("iteration " + report.numbering().of(iteration) + " is valid", broke ? ERROR : SKIPPED,
                reason.isEmpty() ? StateWords.of(iteration.state()) : reason);
    }

    private static void suite(XMLStreamWriter xml, String title, List<Case> cases) throws XMLStreamException {
        text(xml, "\n  ");
        xml.writeStartElement("testsuite");
        attribute(xml, "name", title);
        attribute(xml, "tests", String.valueOf(cases.size()));
        attribute(xml, "failures", count(cases, FAILURE));
        attribute(xml, "errors", count(cases, ERROR));
        attribute(xml, SKIPPED, count(cases, SKIPPED));
        for (Case each : cases) {
            testCase(xml, title, each);
        }
        text(xml, "\n  ");
        xml.writeEndElement();
        text(xml, "\n");
    }

    private static void testCase(XMLStreamWriter xml, String title, Case each) throws XMLStreamException {
        text(xml, "\n    ");
        xml.writeStartElement("testcase");
        attribute(xml, "classname", title);
        attribute(xml, "name", each.name());
        if (!each.outcome().isEmpty()) {
            xml.writeStartElement(each.outcome());
            attribute(xml, "message", each.message());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String count(List<Case> cases, String outcome) {
        return String.valueOf(cases.stream().filter(c -> c.outcome().equals(outcome)).count());
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, Printable.lines(value));
    }

    private static void text(XMLStreamWriter xml, String text) throws XMLStreamException {
        xml.writeCharacters(text);
    }
}
