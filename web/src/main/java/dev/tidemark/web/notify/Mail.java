package dev.tidemark.web.notify;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.web.notify.MailOptions.Security;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

/** Sends a notice as a mail. */
final class Mail implements Channel {

    private static final String PATIENCE = String.valueOf(Duration.ofSeconds(10).toMillis());

    private final MailOptions options;
    private final Session session;
    private final InternetAddress from;
    private final InternetAddress[] to;

    /** @throws InvalidInputException when an address is none */
    Mail(MailOptions options) {
        this(options, Map.of());
    }

    /** @param more properties of the transport, as a test has them */
    Mail(MailOptions options, Map<String, Object> more) {
        this.options = options;
        this.from = address(options.from());
        this.to = options.to().stream().map(Mail::address).toArray(InternetAddress[]::new);
        Properties properties = new Properties();
        properties.put("mail.transport.protocol", "smtp");
        properties.put("mail.smtp.host", options.host());
        properties.put("mail.smtp.port", String.valueOf(options.port()));
        for (String wait : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
            properties.put("mail.smtp." + wait, PATIENCE);
        }
        properties.put("mail.smtp.auth", String.valueOf(options.login().isPresent()));
        properties.put("mail.smtp.ssl.enable", String.valueOf(options.security() == Security.TLS));
        properties.put("mail.smtp.starttls.enable", String.valueOf(options.security() == Security.STARTTLS));
        properties.put("mail.smtp.starttls.required", String.valueOf(options.security() == Security.STARTTLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.putAll(more);
        this.session = Session.getInstance(properties);
    }

    private static InternetAddress address(String text) {
        try {
            return new InternetAddress(text, true);
        } catch (AddressException e) {
            throw new InvalidInputException("'" + text + "' is no mail address, as someone@example.org");
        }
    }

    @Override
    public String name() {
        return "mail by " + options.host();
    }

    @Override
    public void send(Notice notice) throws IOException {
        try (Transport transport = session.getTransport()) {
            MimeMessage message = message(notice);
            if (options.login().isPresent()) {
                MailOptions.Login login = options.login().get();
                transport.connect(login.user(), login.password().reveal());
            } else {
                transport.connect();
            }
            transport.sendMessage(message, to);
        } catch (AuthenticationFailedException e) {
            throw new RefusedException(reason(e));
        } catch (MessagingException e) {
            throw new IOException(reason(e), e);
        }
    }

    private MimeMessage message(Notice notice) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(from);
        message.setRecipients(RecipientType.TO, to);
        message.setSubject(notice.subject(), StandardCharsets.UTF_8.name());
        message.setText(notice.text(), StandardCharsets.UTF_8.name());
        message.setSentDate(new Date());
        message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: nobody's absence is to be answered
        return message;
    }

    private static String reason(MessagingException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("it cannot be sent");
    }
}
