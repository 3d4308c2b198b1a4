import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { createOutbox, type Outbox } from '../../../server/content-api/mail/outbox.ts';
import { createMailTransport, type MailTransport } from '../../../server/mail/transport.ts';
import { type MailServer, refusal, startMailServer } from '../../support/mail/mail-server.ts';
import { from, goodMails, publicUrl } from '../../support/mail/mails.ts';
import { day, hour, minute, openPostOffice, type PostOffice } from '../../support/mail/post-office.ts';

const { confirmation, newApplicant, newMessage } = goodMails;
const applicant = confirmation.to;

let office: PostOffice;
const opened: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];
async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  opened.push(server);
  return server;
}
function createTestOutbox(url?: string): Outbox {
  const settings = url ? { url, from } : undefined;
  const outbox = createOutbox(office.db, office.log, publicUrl, settings, () => sampleSite);
  opened.push(outbox);
  return outbox;
}

beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(async () => {
  await office.db.deleteFrom('outbox').execute();
  office.now = Date.parse('2026-11-21T10:00:00.000Z');
  office.logLines.splice(0);
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await (each.stop ?? each.close)?.();
});
afterAll(() => office.close());

const gaveUp = () => office.logLines.filter((line) => line.msg === 'content API: mail given up');
const attempts = async () => (await office.rows()).map((row) => row.attempts);
const lastError = async () => (await office.rows())[0]?.last_error;
const receivers = (server: MailServer) => server.mails.map((mail) => mail.to[0]);
/** Runs so many rounds, each when the one before it said; returns their pauses in minutes. */
async function rounds(count: number, to: string | MailTransport): Promise<number[]> {
  const pauses: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const pause = (await office.deliver(to)) ?? 0;
    pauses.push(pause / minute);
    office.pass(pause);
  }
  return pauses;
}

describe('a mail that is taken', () => {
  it('has its parts, its sender and its marks, is sent once, and what it said is gone', async () => {
    const server = await start();
    await office.enqueue(confirmation, { ...newMessage, name: 'عائشہ خان 🎬' }, newApplicant);
    office.pass(5 * minute);
    const to = 'office@studio.example';
    const transport = createMailTransport({ url: server.url, from, to }, () => sampleSite);
    expect(await office.deliver(transport)).toBeUndefined();
    office.pass(day);
    await office.deliver(transport);
    expect(server.mails.map((mail) => [mail.from, mail.to])).toEqual([
      [from, [applicant]],
      [from, [to]],
      [from, [to]],
    ]);
    const [first, second] = server.mails;
    expect(first?.headers).toMatchObject({
      from: ['"Naqsh Studio" <mails@studio.example>'],
      subject: ['Your application K7PM2XQD: Sound designer'],
      date: ['Sat, 21 Nov 2026 10:00:00 +0000'],
      'auto-submitted': ['auto-generated'],
    });
    for (const text of [first?.text, first?.html]) expect(text).toContain('Hello Ana Gul,');
    expect(second?.headers['reply-to']).toEqual([newMessage.email]);
    expect(second?.text).toContain('عائشہ خان 🎬');
    const gone = {
      attempts: 1,
      sent_at: '2026-11-21T10:05:00.000Z',
      next_attempt_at: null,
      text: '',
      html: '',
    };
    expect((await office.rows())[0]).toMatchObject(gone);
  });

  it('has no header that a visitor wrote, and no recipient besides', async () => {
    const server = await start();
    const attack = 'Ana\r\nBcc: victim@other.example\r\nX-Evil: yes\r\n\r\n<h1>Buy</h1>\r\n.\r\nQUIT\r\n';
    await office.enqueue(
      { ...newApplicant, name: attack, jobTitle: attack },
      { ...newMessage, name: attack, message: { type: 'contact', subject: attack, text: attack } },
      { ...confirmation, name: attack, reference: attack, jobTitle: attack },
    );
    await office.deliver(server.url);
    expect(server.mails.map((mail) => mail.to)).toEqual([[from], [from], [applicant]]);
    for (const { headers, html } of server.mails) {
      expect([headers.bcc, headers['x-evil'], headers.subject?.length]).toEqual([undefined, undefined, 1]);
      expect(html).not.toContain('<h1>');
      expect(html).toContain('</html>');
    }
  });
});

describe('a mail server that is down', () => {
  it('loses nothing: mails wait, and go out in their order when it is back', async () => {
    const gone = await start();
    await gone.close();
    await office.enqueue(confirmation, newApplicant);
    // One attempt shows that the server is down, so the second mail is not tried.
    expect(await rounds(1, gone.url)).toEqual([1]);
    expect(await attempts()).toEqual([1, 0]);
    expect(await rounds(1, gone.url)).toEqual([2]);
    const back = await start({}, gone.port);
    await office.deliver(gone.url);
    expect(receivers(back)).toEqual([applicant, from]);
  });

  it('is asked less and less often, for three days, and then it is said without a name', async () => {
    await office.enqueue(confirmation, newApplicant);
    const error = Object.assign(new Error(`<${applicant}> later`), { code: 'ESOCKET' });
    const down: MailTransport = { send: () => Promise.reject(error) };
    const began = office.now;
    const pauses = await rounds(400, down);
    expect(pauses.slice(0, 7)).toEqual([1, 2, 4, 8, 15, 15, 15]);
    expect((office.now - began) / day).toBeGreaterThanOrEqual(3);
    expect((office.now - began) / day).toBeLessThan(3.4);
    expect(gaveUp()).toMatchObject([{ level: 50, kind: 'applicant.confirmation', code: 'ESOCKET' }, {}]);
    expect((await office.rows())[0]).toMatchObject({
      sent_at: null,
      next_attempt_at: null,
      last_error: `ESOCKET: <${applicant}> later`,
      text: expect.stringContaining('K7PM2XQD'),
    });
    expect(JSON.stringify(office.logLines)).not.toMatch(/applicant\.example|K7PM2XQD|Gul/);
  });
});

describe('a mail that is not taken', () => {
  it('for now (451, greylisting) is tried again after a minute, and others go on', async () => {
    const server = await start();
    server.answers.push(451);
    await office.enqueue(confirmation, newApplicant);
    expect(await office.deliver(server.url)).toBe(minute);
    expect(receivers(server)).toEqual([from]);
    office.pass(minute - 1);
    expect(await office.deliver(server.url)).toBe(1);
    office.pass(1);
    expect(await office.deliver(server.url)).toBeUndefined();
    expect(receivers(server)).toEqual([from, applicant]);
    expect(JSON.stringify(office.logLines)).not.toContain('someone@');
  });

  it('for good (550) is given up at the third refusal, and others go on', async () => {
    const server = await start({
      onRcptTo: ({ address }, _session, done) => done(address === applicant ? refusal(550) : undefined),
    });
    await office.enqueue(confirmation, newApplicant);
    expect(await rounds(3, server.url)).toEqual([1, 2, 0]);
    expect(receivers(server)).toEqual([from]);
    expect(gaveUp()).toMatchObject([{ code: 'EENVELOPE 550' }]);
  });

  it.each([
    ['the sender is refused', { onMailFrom: (_a, _s, done) => done(refusal(550)) }],
    ['the password is wrong', { allowInsecureAuth: true, onAuth: (_a, _s, done) => done(refusal(535)) }],
  ] as [string, Parameters<typeof startMailServer>[0]][])(
    'since %s waits for the operator, and is not given up',
    async (_why, options) => {
      const server = await start({ disabledCommands: ['STARTTLS'], ...options });
      await office.enqueue(confirmation);
      await rounds(6, server.url.replace('//', '//studio:wrong-password@'));
      expect([gaveUp(), server.mails]).toEqual([[], []]);
      expect(JSON.stringify(office.logLines)).not.toContain('wrong-password');
    },
  );
});

describe('a mail server that hangs', () => {
  it('is left when the process has to stop; the mail is due again at once', async () => {
    const cut = new AbortController();
    const server = await start({ onData: (stream) => void stream.resume().on('end', () => cut.abort()) });
    await office.enqueue(confirmation);
    expect(await office.deliver(server.url, cut.signal)).toBeUndefined();
    const due = { attempts: 1, sent_at: null, next_attempt_at: new Date(office.now).toISOString() };
    expect(await office.rows()).toMatchObject([due]);
  });
});

describe('TLS', () => {
  it('with a certificate that nobody signed is refused, unless the operator trusts it', async () => {
    await office.enqueue(confirmation);
    for (const secure of [false, true]) {
      const server = await start({ secure, disabledCommands: ['AUTH'] });
      await office.deliver(server.url);
      expect(await lastError()).toMatch(/^(ETLS|ESOCKET).*certificate/);
      office.pass(hour);
      expect(server.mails).toEqual([]);
    }
    const trusted = await start({ secure: true, disabledCommands: ['AUTH'] });
    await office.deliver(`${trusted.url}?tls.rejectUnauthorized=false`);
    expect(trusted.mails).toHaveLength(1);
  });

  it('is a must for a password that leaves the machine', async () => {
    let signIns = 0;
    const server = await start({
      ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      onAuth(_auth, _session, done) {
        signIns += 1;
        done(null, { user: 'studio' });
      },
    });
    await office.enqueue(confirmation);
    // 0.0.0.0 leads to the same machine, but is not recognised as local.
    await office.deliver(`smtp://studio:secret@0.0.0.0:${server.port}`);
    expect([signIns, server.mails.length]).toEqual([0, 0]);
    expect(await lastError()).toMatch(/TLS/);
    office.pass(minute);
    await office.deliver(`smtp://studio:secret@127.0.0.1:${server.port}`);
    expect([signIns, server.mails.length]).toEqual([1, 1]);
  });
});

describe('a mail', () => {
  it('keeps its Message-ID over attempts, and shares it with no other', async () => {
    const server = await start();
    const real = createMailTransport({ url: server.url, from }, () => sampleSite);
    // Simulates a process that dies between the server's 250 and storing it.
    const forgetful: MailTransport = {
      async send(mail, signal) {
        await real.send(mail, signal);
        throw new Error('killed');
      },
    };
    await office.enqueue(confirmation, confirmation);
    await rounds(4, forgetful);
    const ids = server.mails.map((mail) => mail.headers['message-id']?.[0]);
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
    for (const id of ids) expect(id).toMatch(/^<[\w-]{36}@studio\.example>$/);
  });

  it('is sent once, though two rounds meet; one whose attempt never ended is tried again later', async () => {
    const sent: string[] = [];
    const send: MailTransport['send'] = async (mail) => void sent.push(mail.subject);
    await office.enqueue(confirmation, newApplicant, newMessage);
    await Promise.all([office.deliver({ send }), office.deliver({ send })]);
    expect(new Set(sent).size).toBe(3);
    expect(await attempts()).toEqual([1, 1, 1]);
    await office.enqueue(confirmation);
    void office.deliver({ send: () => new Promise(() => {}) });
    while ((await office.rows())[3]?.attempts === 0);
    expect(await office.deliver({ send })).toBe(3 * minute);
    office.pass(3 * minute);
    await office.deliver({ send });
    expect(sent).toHaveLength(4);
  });
});

describe('the outbox', () => {
  it('sends at once when its transaction has committed, and nothing of one that was rolled back', async () => {
    const server = await start();
    const outbox = createTestOutbox(server.url);
    const rolledBack = office.db.transaction().execute(async (tx) => {
      await outbox.enqueue(tx, confirmation);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await office.db.transaction().execute(async (tx) => {
      await outbox.enqueue(tx, { ...confirmation, to: 'a@b' });
      await outbox.enqueue(tx, newApplicant);
      expect(server.connections).toBe(0);
    });
    await server.received(1);
    expect(receivers(server)).toEqual([from]);
    expect(office.logLines).toMatchObject([{ level: 40, kind: 'applicant.confirmation' }]);
  });

  it('erases every day what was sent or given up 30 days ago, and gives up what nobody took for 7 days', async () => {
    const { chore } = createTestOutbox();
    const began = office.now;
    await office.enqueue(confirmation);
    await office.deliver({ send: async () => {} });
    await office.enqueue(newApplicant);
    for (const [days, more, did] of [
      [7, 0, { gaveUp: 0, sent: 0, failed: 0 }],
      [7, 1, { gaveUp: 1, sent: 0, failed: 0 }],
      [30, 0, { gaveUp: 0, sent: 0, failed: 0 }],
      [30, 1, { gaveUp: 0, sent: 1, failed: 0 }],
      [37, 1, { gaveUp: 0, sent: 0, failed: 0 }],
      [37, 2, { gaveUp: 0, sent: 0, failed: 1 }],
    ] as const)
      expect(await chore.run(new Date(began + days * day + more))).toEqual(did);
    expect(await office.rows()).toEqual([]);
    // It may give a mail up that is being sent: sent is sent.
    await office.enqueue(confirmation);
    await office.deliver({ send: async () => void (await chore.run(new Date(office.now + 8 * day))) });
    expect(await office.rows()).toMatchObject([{ failed_at: null, sent_at: expect.any(String) }]);
  });
});
