import { isIP } from 'node:net';
import type { Site } from '#shared/schemas/site.ts';

/** A mail as it goes out. */
export interface OutgoingMail {
  /** Null is the studio. */
  recipient: string | null;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** ISO time. */
  created_at: string;
  /** What its Message-ID is made of, the same at every attempt. */
  message_key: string;
  /** Somebody wrote it: machines may answer, e.g. that the person is away. */
  byHand?: boolean;
}

/** For one attempt in all, however slowly the server dribbles, in milliseconds. */
export const attemptMs = 2 * 60_000;

/** How a mail leaves. */
export interface MailTransport {
  /** Resolves when the mail server has taken the mail; rejects with nodemailer's error. Ends when `signal` aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

interface CheckedTransport extends MailTransport {
  /** Connects and signs in, and sends nothing. Rejects with nodemailer's error. */
  check(): Promise<void>;
}

export interface MailSettings {
  /** SMTP_URL; its query may carry options of nodemailer. */
  url: string;
  /** MAIL_FROM. */
  from: string;
  /** MAIL_TO: where mails to the studio go; MAIL_FROM by default. */
  to?: string | undefined;
}

const connectMs = 10_000;
const idleMs = 30_000;

/** `site` is in whose name mails go. */
export function createMailTransport(settings: MailSettings, { name }: Pick<Site, 'name'>): CheckedTransport {
  const options = {
    requireTLS: carriesPasswordAway(settings.url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    url: settings.url,
  };
  // The first mail loads what sends mails; most processes start and end without one.
  const open = async () => (await import('nodemailer')).createTransport(options);
  let opened: ReturnType<typeof open> | undefined;
  const domain = settings.from.slice(settings.from.lastIndexOf('@') + 1);
  return {
    async check() {
      const transport = await open();
      await transport.verify().finally(() => transport.close());
    },
    async send(mail, signal) {
      opened ??= open();
      const transport = await opened;
      await transport.sendMail({
        from: { name, address: settings.from },
        to: { name: '', address: mail.recipient ?? settings.to ?? settings.from },
        ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: new Date(mail.created_at),
        // The same at every attempt, so that a mail that was taken twice can be known as one.
        messageId: `<${mail.message_key}@${domain}>`,
        // No machine shall answer a machine (RFC 3834 §5).
        headers: mail.byHand ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
      });
    },
  };
}

/** A password is sent over TLS only, even when somebody in between hides that the server supports it. */
function carriesPasswordAway(url: string): boolean {
  const { hostname, username, password } = new URL(url);
  const here =
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) && /^127\./.test(hostname));
  return (username !== '' || password !== '') && !here;
}
