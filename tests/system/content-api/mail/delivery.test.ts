// @module-tag deep/faults: lets mail servers fail in every way and waits for the attempts
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { createMailTransport, type MailTransport } from '../../../../server/mail/transport.ts';
import { type MailServer, refusal, startMailServer } from '../../../support/mail/mail-server.ts';
import { from, goodMails } from '../../../support/mail/mails.ts';
import {
  day,
  hour,
  minute,
  openPostOffice,
  type PostOffice,
  second,
} from '../../../support/mail/post-office.ts';

let office: PostOffice;
const servers: MailServer[] = [];
async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  servers.push(server);
  return server;
}

beforeEach(async () => {
  office = await openPostOffice();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await office.close();
});

const { confirmation, newApplicant, newMessage } = goodMails;
const gaveUp = () => office.logLines.filter((line) => line.msg === 'content API: mail given up');

describe('a mail that is taken', () => {
  it('has its parts, its sender and its marks', async () => {
    const server = await start();
    await office.enqueue(confirmation, newMessage);
    office.pass(5 * minute);
    expect(await office.deliver(server.url)).toBeUndefined();

    const [first, second] = server.mails;
    expect([first?.from, first?.to]).toEqual([from, ['ana@applicant.example']]);
    expect(first?.headers).toMatchObject({
      from: ['Naqsh Studio <mails@studio.example>'],
      to: ['ana@applicant.example'],
      subject: ['Your application K7PM2XQD: Sound designer'],
      date: ['Sat, 21 Nov 2026 10:00:00 +0000'],
      'auto-submitted': ['auto-generated'],
      'x-auto-response-suppress': ['All'],
    });
    expect(first?.headers['reply-to']).toBeUndefined();
    expect(first?.text).toContain('Hello Ana Gul,');
    expect(first?.html).toContain('Hello Ana Gul,');
    expect(first?.html).toContain('<!doctype html>');
    expect(second?.to).toEqual([from]);
    expect(second?.headers['reply-to']).toEqual(['ana@visitor.example']);
  });

  it('is marked as sent, and what it said is gone', async () => {
    const server = await start();
    await office.enqueue(confirmation);
    await office.deliver(server.url);
    expect(await office.rows()).toMatchObject([
      {
        attempts: 1,
        sent_at: '2026-11-21T10:00:00.000Z',
        next_attempt_at: null,
        failed_at: null,
        text: '',
        html: '',
      },
    ]);
    office.pass(day);
    expect(await office.deliver(server.url)).toBeUndefined();
    expect(server.mails).toHaveLength(1);
  });

  it('goes out in the order of queueing', async () => {
    const server = await start();
    const references = ['AAAA2222', 'BBBB3333', 'CCCC4444', 'DDDD5555'];
    await office.enqueue(...references.map((reference) => ({ ...confirmation, reference })));
    await office.deliver(server.url);
    expect(server.mails.map((mail) => mail.headers.subject?.[0]?.slice(17, 25))).toEqual(references);
  });

  it('to the studio goes to MAIL_TO', async () => {
    const server = await start();
    await office.enqueue(newApplicant);
    await office.deliver(
      createMailTransport({ url: server.url, from, to: 'office@studio.example' }, () => sampleSite),
    );
    expect(server.mails[0]?.to).toEqual(['office@studio.example']);
  });

  it('reaches people whose names are in any script, whole', async () => {
    const server = await start();
    await office.enqueue({
      ...newMessage,
      name: 'عائشہ خان 🎬',
      message: { type: 'contact', subject: 'فلم 🎬', text: 'سلام' },
    });
    await office.deliver(server.url);
    expect(server.mails[0]?.headers.subject).toEqual(['New message: فلم 🎬']);
    expect(server.mails[0]?.text).toContain('عائشہ خان 🎬');
    expect(server.mails[0]?.text).toContain('> سلام');
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
    expect(server.mails.map((mail) => mail.to)).toEqual([[from], [from], ['ana@applicant.example']]);
    for (const mail of server.mails) {
      expect(mail.headers.bcc).toBeUndefined();
      expect(mail.headers['x-evil']).toBeUndefined();
      expect(mail.headers.subject).toHaveLength(1);
      expect(mail.html).not.toContain('<h1>');
      expect(mail.html).toContain('</html>');
    }
  });
});

describe('a mail server that is down', () => {
  it('loses nothing: mails wait, and go out when it is back', async () => {
    const gone = await start();
    const { url, port } = gone;
    await gone.close();
    await office.enqueue(confirmation, newApplicant);
    // One attempt shows that the server is down, so the second mail is not tried.
    expect(await office.deliver(url)).toBe(minute);
    expect((await office.rows()).map((row) => row.attempts)).toEqual([1, 0]);
    office.pass(minute);
    expect(await office.deliver(url)).toBe(2 * minute);
    const back = await start({}, port);
    office.pass(2 * minute);
    await office.deliver(url);
    expect(back.mails).toHaveLength(2);
    expect(gaveUp()).toEqual([]);
  });

  it('is asked less and less often, by one mail at a time', async () => {
    await office.enqueue(confirmation, newApplicant);
    const pauses: unknown[] = [];
    const down: MailTransport = { send: () => Promise.reject(new Error('down')) };
    for (let round = 0; round < 7; round += 1) {
      const pause = (await office.deliver(down)) ?? Number.NaN;
      pauses.push(pause / minute);
      office.pass(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  it('is seen at once when it closes the connection, or shuts down with 421', async () => {
    const server = await start({ onConnect: (_session, done) => done(refusal(421)) });
    const cutting = createServer((socket) => socket.destroy());
    cutting.listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    for (const url of [server.url, `smtp://127.0.0.1:${(cutting.address() as AddressInfo).port}`]) {
      await office.enqueue(newApplicant, newApplicant);
      const before = (await office.rows()).reduce((sum, row) => sum + row.attempts, 0);
      await office.deliver(url);
      expect((await office.rows()).reduce((sum, row) => sum + row.attempts, 0) - before).toBe(1);
    }
    cutting.close();
  });

  it('is seen when it shuts down in the middle of a mail', async () => {
    const server = await start();
    server.answers.push(421);
    await office.enqueue(confirmation, newApplicant);
    expect(await office.deliver(server.url)).toBe(minute);
    expect((await office.rows()).map((row) => row.attempts)).toEqual([1, 0]);
    expect((await office.rows())[0]?.last_error).toContain('EMESSAGE 421');
  });

  it('gives a mail up three days after its first attempt, and says so without a name', async () => {
    await office.enqueue(confirmation);
    const down: MailTransport = {
      send: () =>
        Promise.reject(Object.assign(new Error('<ana@applicant.example> later'), { code: 'ESOCKET' })),
    };
    const began = office.now;
    let waits = 0;
    for (let next = await office.deliver(down); next !== undefined; next = await office.deliver(down)) {
      office.pass(next);
      waits += 1;
      expect(waits).toBeLessThan(40);
    }
    expect((office.now - began) / day).toBeGreaterThanOrEqual(3);
    expect((office.now - began) / day).toBeLessThan(3.3);
    expect(gaveUp()).toEqual([
      {
        level: 50,
        time: expect.anything(),
        mail: 1,
        kind: 'applicant.confirmation',
        code: 'ESOCKET',
        msg: 'content API: mail given up',
      },
    ]);
    const [row] = await office.rows();
    expect(row).toMatchObject({
      sent_at: null,
      next_attempt_at: null,
      last_error: 'ESOCKET: <ana@applicant.example> later',
    });
    expect(row?.failed_at).toBe(new Date(office.now).toISOString());
    expect(row?.text).toContain('K7PM2XQD');
    expect(JSON.stringify(office.logLines)).not.toMatch(/applicant\.example|K7PM2XQD|Gul/);
  });
});

describe('a mail that is not taken', () => {
  it('for now (451, greylisting) is tried again after a minute, and others go on', async () => {
    const server = await start();
    server.answers.push(451);
    await office.enqueue(confirmation, newApplicant);
    expect(await office.deliver(server.url)).toBe(minute);
    expect(server.mails.map((mail) => mail.to[0])).toEqual([from]);
    expect((await office.rows())[0]?.last_error).toContain('EMESSAGE 451: Message failed');
    office.pass(minute - 1);
    expect(await office.deliver(server.url)).toBe(1);
    expect(server.mails).toHaveLength(1);
    office.pass(1);
    expect(await office.deliver(server.url)).toBeUndefined();
    expect(server.mails.map((mail) => mail.to[0])).toEqual([from, 'ana@applicant.example']);
    expect(JSON.stringify(office.logLines)).not.toContain('someone@');
  });

  it('for now is never given up before three days', async () => {
    const server = await start();
    server.answers.push(...Array(14).fill(451));
    await office.enqueue(confirmation);
    for (let round = 0; round < 14; round += 1) office.pass((await office.deliver(server.url)) ?? Number.NaN);
    expect(gaveUp()).toEqual([]);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(1);
  });

  it('for good (550) is given up at the third refusal, and others go on', async () => {
    const server = await start({
      onRcptTo(address, _session, done) {
        done(address.address === 'ana@applicant.example' ? refusal(550) : undefined);
      },
    });
    await office.enqueue(confirmation, newApplicant);
    expect(await office.deliver(server.url)).toBe(minute);
    expect(server.mails).toHaveLength(1);
    office.pass(minute);
    expect(await office.deliver(server.url)).toBe(2 * minute);
    office.pass(2 * minute);
    expect(await office.deliver(server.url)).toBeUndefined();
    expect(gaveUp()).toMatchObject([{ mail: 1, code: 'EENVELOPE 550' }]);
    expect(server.connections).toBe(4);
  });

  it('since the sender is refused waits for the operator, and is not given up', async () => {
    const server = await start({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
    await office.enqueue(confirmation);
    for (let round = 0; round < 6; round += 1) office.pass((await office.deliver(server.url)) ?? Number.NaN);
    expect(gaveUp()).toEqual([]);
    expect((await office.rows())[0]?.attempts).toBe(6);
  });

  it('since the password is wrong waits for the operator, and is not given up', async () => {
    const server = await start({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    await office.enqueue(confirmation);
    const url = server.url.replace('//', '//studio:wrong-password@');
    for (let round = 0; round < 6; round += 1) office.pass((await office.deliver(url)) ?? Number.NaN);
    expect(gaveUp()).toEqual([]);
    expect(server.mails).toEqual([]);
    expect(JSON.stringify(office.logLines)).not.toContain('wrong-password');
  });
});

describe('a mail server that is slow or hangs', () => {
  it.each([
    ['never greets', () => {}],
    ['greets and says no more', (socket: Socket) => socket.write('220 here\r\n')],
  ])('that %s fails the attempt after its time-outs', async (_how, greet) => {
    const sockets: Socket[] = [];
    const hanging = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      greet(socket);
    });
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    // The product's timeouts, shortened by the options that SMTP_URL may contain.
    const short = '?greetingTimeout=60&socketTimeout=60';
    await office.enqueue(confirmation);
    const next = await office.deliver(`smtp://127.0.0.1:${(hanging.address() as AddressInfo).port}${short}`);
    expect(next).toBe(minute);
    expect((await office.rows())[0]?.last_error).toMatch(/^ETIMEDOUT/);
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });

  it('is left when the process has to stop; the mail is due again at once', async () => {
    const cut = new AbortController();
    // The server reads the mail, but never answers.
    const server = await start({ onData: (stream) => void stream.resume().on('end', () => cut.abort()) });
    await office.enqueue(confirmation);
    expect(await office.deliver(server.url, cut.signal)).toBeUndefined();
    expect(await office.rows()).toMatchObject([
      { attempts: 1, sent_at: null, next_attempt_at: new Date(office.now).toISOString() },
    ]);
  });
});

describe('TLS', () => {
  it('with a certificate that nobody signed is refused, and nothing is sent in the clear', async () => {
    const server = await start({ disabledCommands: ['AUTH'] });
    await office.enqueue(confirmation);
    expect(await office.deliver(server.url)).toBe(minute);
    expect((await office.rows())[0]?.last_error).toMatch(/^(ETLS|ESOCKET).*certificate/);
    const secure = await start({ secure: true, disabledCommands: ['AUTH'] });
    office.pass(minute);
    expect(await office.deliver(secure.url)).toBe(2 * minute);
    expect([...server.mails, ...secure.mails]).toEqual([]);
  });

  it('carries the mail when the operator trusts the certificate', async () => {
    const server = await start({ secure: true, disabledCommands: ['AUTH'] });
    await office.enqueue(confirmation);
    await office.deliver(`${server.url}?tls.rejectUnauthorized=false`);
    expect(server.mails).toHaveLength(1);
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
    const away = `smtp://studio:secret@0.0.0.0:${server.port}`;
    await office.deliver(away);
    expect([signIns, server.mails.length]).toEqual([0, 0]);
    expect((await office.rows())[0]?.last_error).toMatch(/TLS/);
    office.pass(minute);
    await office.deliver(`smtp://studio:secret@127.0.0.1:${server.port}`);
    expect([signIns, server.mails.length]).toEqual([1, 1]);
  });
});

describe('a mail', () => {
  it('keeps its Message-ID over attempts, and shares it with no other', async () => {
    const ids: string[] = [];
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
    for (let round = 0; round < 4; round += 1) office.pass((await office.deliver(forgetful)) ?? Number.NaN);
    for (const mail of server.mails) ids.push(mail.headers['message-id']?.[0] ?? '');
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^<[\w-]{36}@studio\.example>$/);
  });

  it('is sent once, though two rounds meet', async () => {
    const server = await start();
    await office.enqueue(confirmation, newApplicant, newMessage);
    const transport = createMailTransport({ url: server.url, from }, () => sampleSite);
    const other = { send: transport.send };
    await Promise.all([office.deliver(transport), office.deliver(other)]);
    expect(server.mails).toHaveLength(3);
    expect(new Set(server.mails.map((mail) => mail.headers['message-id']?.[0])).size).toBe(3);
    expect((await office.rows()).map((row) => row.attempts)).toEqual([1, 1, 1]);
  });

  it('whose attempt never ended is tried again, though not at once', async () => {
    const server = await start();
    await office.enqueue(confirmation);
    const killed: MailTransport = { send: () => new Promise(() => {}) };
    void office.deliver(killed);
    // The state that a new process finds.
    while ((await office.rows())[0]?.attempts === 0);
    expect(await office.deliver(server.url)).toBe(3 * minute);
    office.pass(3 * minute);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(1);
  });

  it('is not sent when the note of its attempt cannot be written', async () => {
    const server = await start();
    await office.enqueue(confirmation);
    await office.db.schema.alterTable('outbox').renameColumn('first_attempt_at', 'gone').execute();
    await expect(office.deliver(server.url)).rejects.toThrow('first_attempt_at');
    expect(server.connections).toBe(0);
  });

  it('that waited for a mail server goes out within seven days, and later not', async () => {
    const server = await start();
    await office.enqueue(confirmation);
    office.pass(2 * hour);
    await office.enqueue(newApplicant);
    office.pass(7 * day - hour);
    expect(await office.deliver(server.url)).toBeUndefined();
    expect(server.mails.map((mail) => mail.to[0])).toEqual([from]);
    expect(gaveUp()).toMatchObject([{ mail: 1, code: 'TOO_OLD' }]);
  });

  it('that could not be sent for days is tried for three days from its first attempt', async () => {
    const server = await start();
    server.answers.push(451);
    await office.enqueue(confirmation);
    office.pass(5 * day);
    expect(await office.deliver(server.url)).toBe(minute);
    office.pass(30 * second + minute);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(1);
  });
});
