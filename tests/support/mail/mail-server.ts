import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A real SMTP server on loopback, with the mails that it received. */
export interface MailServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Number of connections so far. */
  connections: number;
  /** SMTP codes that answer the next mails after their data, one for each; undefined means 250. */
  answers: (number | undefined)[];
  /** Resolves when this many mails have arrived in all. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export function refusal(code: number): Error {
  return Object.assign(new Error(`said the tests to <someone@applicant.example>`), { responseCode: code });
}

/** Starts a server without TLS, unless `options` enable it. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  let arrived = () => {};
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, done) {
      server.connections += 1;
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const answer = server.answers.shift();
        if (answer !== undefined) {
          done(refusal(answer));
          return;
        }
        void readMail(session.envelope, Buffer.concat(chunks)).then((mail) => {
          server.mails.push(mail);
          done();
          arrived();
        });
      });
    },
    ...options,
  });
  // These tests include clients that leave in mid-connection.
  smtp.on('error', () => {});
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp${options.secure ? 's' : ''}://127.0.0.1:${address.port}`,
    port: address.port,
    mails: [],
    connections: 0,
    answers: [],
    async received(count) {
      while (server.mails.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    async close() {
      for (const connection of smtp.connections) connection.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
  return server;
}

/** A mail as it was received. */
interface ReceivedMail {
  /** Sender of the envelope. */
  from: string;
  to: string[];
  raw: string;
  /** Headers by lower-case name, unfolded; a list has one item for each occurrence. Subject and sender are decoded. */
  headers: Record<string, string[]>;
  text: string;
  html: string;
}

async function readMail(
  { mailFrom, rcptTo }: SMTPServerSession['envelope'],
  bytes: Buffer,
): Promise<ReceivedMail> {
  const { headerLines, subject = '', from: sender, text = '', html } = await simpleParser(bytes);
  const decoded: Record<string, string> = { subject, from: sender?.text ?? '' };
  const headers: Record<string, string[]> = {};
  for (const { key, line } of headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim();
    headers[key] = [...(headers[key] ?? []), decoded[key] ?? value];
  }
  const from = mailFrom ? mailFrom.address : '';
  return { from, to: rcptTo.map((to) => to.address), raw: String(bytes), headers, text, html: html || '' };
}
