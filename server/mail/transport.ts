import { isIP } from 'node:net';
import { mailboxOf } from '#shared/text-formats.ts';

/** A mail to be sent. */
interface OutgoingMail {
  /** Null: the mail goes to the studio. */
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  text: string;
  html?: string;
  /** ISO time. */
  created_at: string;
  /** The Message-ID is made from this key, so it is the same at every attempt. */
  message_key: string;
  /** True if a person wrote the mail: automatic answers to it are allowed, e.g. absence notices. */
  byHand?: boolean;
}

/** Maximum duration of one attempt to send a mail, in milliseconds. */
const attemptMs = 2 * 60_000;

/** Sends mails by SMTP. */
export type MailTransport = Pick<ReturnType<typeof createMailTransport>, 'send'>;

export interface MailSettings {
  /** SMTP_URL; its query may contain options of nodemailer. */
  url: string;
  /** MAIL_FROM. */
  from: string;
  /** MAIL_TO: the recipient of mails to the studio; MAIL_FROM by default. */
  to?: string;
}

const connectMs = 10_000;
const idleMs = 30_000;

/** Mails show the name of the company as the name of their sender, unless MAIL_FROM has one. */
export function createMailTransport(settings: MailSettings, site: () => { name: string }) {
  const options = {
    requireTLS: carriesPasswordAway(settings.url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    url: settings.url,
  };
  // Loaded with the first mail; most processes never send one.
  const open = async () => (await import('nodemailer')).createTransport(options);
  let opened: ReturnType<typeof open> | undefined;
  const from = mailboxOf(settings.from);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    /** Connects and signs in, without sending a mail. Rejects with nodemailer's error. */
    async check() {
      const transport = await open();
      await transport.verify().finally(() => transport.close());
    },
    /**
     * Resolves when the mail server has accepted the mail; rejects with nodemailer's error. Aborting `signal` ends the
     * attempt.
     */
    async send(mail: OutgoingMail, signal: AbortSignal) {
      opened ??= open();
      const transport = await opened;
      await transport.sendMail({
        from: { name: from.name || site().name, address: from.address },
        to:
          mail.recipient === null
            ? mailboxOf(settings.to ?? settings.from)
            : { name: '', address: mail.recipient },
        ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: new Date(mail.created_at),
        // Identical at every attempt, so that a mail that was accepted twice can be recognised.
        messageId: `<${mail.message_key}@${domain}>`,
        // Automatic mails must not trigger automatic answers (RFC 3834 §5).
        headers: mail.byHand ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
      });
    },
  };
}

/**
 * True if the URL contains a password for another machine. TLS is then required, so that an attacker on the
 * connection cannot get the password by hiding the server's support for TLS.
 */
function carriesPasswordAway(url: string) {
  const { hostname, username, password } = new URL(url);
  const here =
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) && /^127\./.test(hostname));
  return (username !== '' || password !== '') && !here;
}
