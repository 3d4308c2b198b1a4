import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { taskOf } from '../../../server/content-api/mail/mails.ts';
import { createMailTransport, type MailTransport } from '../../../server/mail/transport.ts';
import { type MailServer, refusal, startMailServer } from '../../support/mail/mail-server.ts';
import { from, goodMails } from '../../support/mail/mails.ts';
import { day, hour, minute, openPostOffice, type PostOffice } from '../../support/mail/post-office.ts';

const { confirmation, newApplicant, newMessage } = goodMails;
const applicant = confirmation.to;

let office: PostOffice;
const opened: { close(): Promise<void> }[] = [];
async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  opened.push(server);
  return server;
}

beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(async () => {
  await office.db.deleteFrom('tasks').execute();
  office.now = Date.parse('2026-11-21T10:00:00.000Z');
  office.logLines.splice(0);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => office.close());

const gaveUp = () => office.logLines.filter((line) => line.msg === 'content API: mail given up');
const lastError = async () => (await office.rows())[0]?.problem;
const receivers = (server: MailServer) => server.mails.map((mail) => mail.to[0]);
/** Lets time pass in steps of a minute, and delivers after each. */
async function passMinutes(count: number, to: string | MailTransport) {
  for (let passed = 0; passed < count; passed += 1) {
    office.pass(minute);
    await office.deliver(to);
  }
}
/** A mail server that takes none; notes when it was asked, in minutes, and how often for each mail. */
function down() {
  const began = office.now;
  const times: number[] = [];
  const asked: Record<string, number> = {};
  const transport: MailTransport = {
    async send({ message_key: key }) {
      times.push((office.now - began) / minute);
      asked[key] = (asked[key] ?? 0) + 1;
      throw Object.assign(new Error(`<${applicant}> later`), { code: 'ESOCKET' });
    },
  };
  return { transport, times, asked };
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
    expect(await office.rows()).toEqual([]);
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
    await office.deliver(gone.url);
    // One attempt shows that the server is down, so the second mail is not tried.
    expect((await office.rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 1]);
    const back = await start({}, gone.port);
    await office.deliver(gone.url);
    expect(receivers(back)).toEqual([]);
    await passMinutes(1, gone.url);
    expect(receivers(back).sort()).toEqual([applicant, from].sort());
  });

  it('is asked less and less often, for three days, and then it is said without a name', async () => {
    await office.enqueue(confirmation);
    const { transport, times } = down();
    await passMinutes(5 * 24 * 60, transport);
    expect(times.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBe(6 * 60);
    expect((times.at(-1) ?? 0) / 60 / 24).toBeGreaterThanOrEqual(3);
    expect((times.at(-1) ?? 0) / 60 / 24).toBeLessThan(3.4);
    expect(gaveUp()).toMatchObject([{ level: 50, kind: 'applicant.confirmation', code: 'ESOCKET' }]);
    expect(await office.rows()).toMatchObject([
      {
        state: 'needs_person',
        problem: `ESOCKET: <${applicant}> later`,
        text: expect.stringContaining('K7PM2XQD'),
      },
    ]);
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
    await passMinutes(1, server.url);
    expect(receivers(server)).toEqual([from, applicant]);
    expect(JSON.stringify(office.logLines)).not.toContain('someone@');
  });

  it('for good (550) is given up at the third refusal, and others go on', async () => {
    const server = await start({
      onRcptTo: ({ address }, _session, done) => done(address === applicant ? refusal(550) : undefined),
    });
    await office.enqueue(confirmation, newApplicant);
    await passMinutes(3, server.url);
    expect(gaveUp()).toEqual([]);
    await passMinutes(1, server.url);
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
      await passMinutes(60, server.url.replace('//', '//studio:wrong-password@'));
      expect([gaveUp(), server.mails]).toEqual([[], []]);
      expect(JSON.stringify(office.logLines)).not.toContain('wrong-password');
    },
  );
});

it('a mail server that hangs is left when the process has to stop; the mail is due again at once', async () => {
  const hung = Promise.withResolvers<void>();
  const server = await start({ onData: (stream) => void stream.resume().on('end', hung.resolve) });
  await office.enqueue(confirmation);
  const outbox = office.outboxTo(server.url);
  void outbox.start();
  await hung.promise;
  await outbox.stop();
  expect(await office.rows()).toMatchObject([{ attempts: 1, run_at: office.now, claimed_until: 0 }]);
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
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
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
    await passMinutes(4, forgetful);
    const ids = server.mails.map((mail) => mail.headers['message-id']?.[0]);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^<[\w-]{36}@studio\.example>$/);
  });

  it('is sent once, though two processes send; one whose attempt never ended is sent again', async () => {
    const sent: string[] = [];
    const sender = (): MailTransport => ({ send: async (mail) => void sent.push(mail.subject) });
    await office.enqueue(confirmation, newApplicant, newMessage);
    await Promise.all([office.deliver(sender()), office.deliver(sender())]);
    await passMinutes(1, sender());
    expect(sent.sort()).toEqual([...new Set(sent)]);
    expect(sent).toHaveLength(3);
    await office.enqueue(confirmation);
    await office.db
      .updateTable('tasks')
      .set({ attempts: 1, claimed_until: office.now + 9_000 })
      .execute();
    await passMinutes(1, sender());
    expect(sent).toHaveLength(4);
  });
});

it('mails that release 0.1 has queued are sent, with their attempts; what it has sent or given up is told', async () => {
  const iso = (afterMs: number) => new Date(office.now + afterMs).toISOString();
  const mail = { kind: 'contact', text: 'T', html: '<p>T</p>', created_at: iso(-hour) };
  const states = [
    { subject: 'held', attempts: 0, next_attempt_at: iso(minute) },
    { subject: 'due', attempts: 2, next_attempt_at: iso(-1) },
    { subject: 'being sent', attempts: 1, next_attempt_at: iso(2 * minute) },
    { subject: 'sent', attempts: 1, sent_at: iso(-minute) },
  ];
  const rows = states.map((state) => ({ ...mail, message_key: state.subject, ...state }));
  for (const row of rows)
    await office.db
      .insertInto('outbox')
      .values(row as never)
      .execute();
  const sent: string[] = [];
  const transport: MailTransport = { send: async ({ subject }) => void sent.push(subject) };
  await office.deliver(transport);
  expect(sent).toEqual(['due']);
  await passMinutes(2, transport);
  expect(sent).toEqual(['due', 'held', 'being sent']);
  expect(await office.db.selectFrom('outbox').select('id').execute()).toEqual([]);
});

describe('the outbox', () => {
  it('sends at once when its transaction has committed, and nothing of one that was rolled back', async () => {
    const server = await start();
    const outbox = office.outboxTo(server.url);
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

  it('gives up what nobody took for 7 days, and erases it 30 days later; it may be sent after all', async () => {
    const { chore } = office.outboxTo();
    await office.enqueue(confirmation);
    for (const [days, more, did] of [
      [7, 0, { gaveUp: 0, erased: 0 }],
      [7, 1, { gaveUp: 1, erased: 0 }],
    ] as const)
      expect(await chore.run(new Date(office.now + days * day + more))).toEqual(did);
    const gone = { gaveUp: 0, erased: 1 };
    expect(await chore.run(new Date(office.now + 30 * day))).toEqual({ ...gone, erased: 0 });
    expect(await chore.run(new Date(office.now + 30 * day + 1))).toEqual(gone);
    await office.enqueue(confirmation);
    const transport: MailTransport = {
      send: async () => void (await chore.run(new Date(office.now + 8 * day))),
    };
    await office.deliver(transport);
    expect(await office.rows()).toEqual([]);
    office.pass(8 * day);
    await office.db.insertInto('tasks').values(old()).execute();
    await office.deliver({ send: () => Promise.reject(new Error('it was sent')) });
    expect(gaveUp().at(-1)).toMatchObject({ code: 'TOO_OLD' });
  });
});

/** A mail that has waited for eight days. */
const old = () =>
  taskOf(
    'contact',
    { recipient: null, replyTo: null, subject: 'S', text: 'T', html: '', messageKey: 'k' },
    office.now - 8 * day,
  );
