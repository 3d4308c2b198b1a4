import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNotices } from '../../../../server/bff/intake/notices.ts';
import type { StoredItem } from '../../../../server/bff/intake/stored-item.ts';
import { ownTurns } from '../../../../server/database/turns.ts';
import type { MailTransport } from '../../../../server/mail/transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

/** Creates notices for forms that need a person, with a mail server that fails `failures` times. */
function office(references: string[], failures = 0, isOurs = true) {
  const waiting = new Map(references.map((reference, index) => [index + 1, reference]));
  const sent: Parameters<MailTransport['send']>[0][] = [];
  let left = failures;
  const item = ([id, reference]: [number, string]) =>
    ({ id, reference, received_at: 1_790_000_000_000 }) as StoredItem;
  const notices = createNotices({
    store: {
      unnoticed: async () => [...waiting].map(item),
      update: async (id) => void waiting.delete(id),
    },
    transport: {
      async send(mail) {
        left -= 1;
        if (left >= 0) throw new Error('the mail server');
        sent.push(mail);
      },
    },
    turns: { tryTurn: async (_name, work) => (isOurs ? ownTurns.tryTurn(_name, work) : undefined) },
    publicUrl: new URL('https://studio.example'),
    log: pino({ level: 'silent' }),
  });
  return { notices, sent, waiting };
}

it('one mail tells of all that need a person by now, with references, the address and nothing else', async () => {
  const { notices, sent, waiting } = office(['K7M4QXTW', 'AB2CDEFG']);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(sent).toMatchObject([{ recipient: null, subject: '2 visitor forms need your attention' }]);
  for (const text of [
    'K7M4QXTW',
    'AB2CDEFG',
    'https://studio.example/admin/intake',
    '2026-09-21 14:13 UTC',
  ]) {
    expect(sent[0]?.text).toContain(text);
    expect(sent[0]?.html).toContain(text);
  }
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  expect(sent).toHaveLength(1);
  waiting.set(9, 'LATER234');
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.text).toContain('LATER234');
  await notices.stop();
});
