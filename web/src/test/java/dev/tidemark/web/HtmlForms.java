package dev.tidemark.web;

import module java.base;

/** The forms of our own pages, as a browser would send them untouched. */
final class HtmlForms {

    private static final Pattern FORM = Pattern.compile("<form([^>]*)>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern CONTROL = Pattern.compile(
            "<(input)([^>]*)>|<(select|textarea)([^>]*)>(.*?)</\\3>", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("<option([^>]*)>");
    private static final Pattern FETCHED = Pattern.compile("hx-post=\"([^\"]+)\"");

    /**
     * A form.
     *
     * @param action where it is sent to
     * @param fields names and what stands in them; the token is not among them
     */
    record Filled(String action, Map<String, String> fields) {}

    private HtmlForms() {}

    /** Every form that asks for a change; one whose script checks it on the way is there for each of its addresses. */
    static List<Filled> changes(String html) {
        List<Filled> forms = new ArrayList<>();
        Matcher form = FORM.matcher(html);
        while (form.find()) {
            if (form.group(1).contains("method=\"post\"")) {
                Map<String, String> fields = fields(form.group(2));
                Set<String> actions = new LinkedHashSet<>(List.of(attribute(form.group(1), "action")));
                Matcher fetched = FETCHED.matcher(form.group());
                while (fetched.find()) {
                    actions.add(fetched.group(1));
                }
                actions.forEach(action -> forms.add(new Filled(action, fields)));
            }
        }
        return forms;
    }

    private static Map<String, String> fields(String content) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher control = CONTROL.matcher(content);
        while (control.find()) {
            boolean input = control.group(1) != null;
            String attributes = control.group(input ? 2 : 4);
            String name = attribute(attributes, "name");
            if (!name.isEmpty() && !name.equals("token")) {
                boolean box = attributes.matches("(?s).*type=\"(checkbox|radio)\".*");
                boolean off = box && !attributes.contains(" checked");
                if (!off || !fields.containsKey(name)) {
                    fields.put(name, off ? "" : input ? attribute(attributes, "value")
                            : control.group(3).equals("select") ? selected(control.group(5)) : text(control.group(5)));
                }
            }
        }
        return fields;
    }

    private static String selected(String options) {
        String first = null;
        Matcher option = OPTION.matcher(options);
        while (option.find()) {
            if (option.group(1).contains(" selected")) {
                return attribute(option.group(1), "value");
            }
            first = first == null ? attribute(option.group(1), "value") : first;
        }
        return first == null ? "" : first;
    }

    private static String attribute(String attributes, String name) {
        Matcher found = Pattern.compile("(?:^|\\s)" + name + "=\"([^\"]*)\"").matcher(attributes);
        return found.find() ? text(found.group(1)) : "";
    }

    private static String text(String html) {
        return html.replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", "\"").replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
