import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createPendingSignIns } from '../../../../../server/bff/session/sign-in/pending.ts';

const passwords = ['p'.repeat(43)];
const site = new URL('https://studio.example');
const pending = { ticket: 'the ticket', email: 'a@studio.example', provedAt: 5 };

async function start(store: ReturnType<typeof createPendingSignIns>) {
  const headers = new Map<string, string[]>();
  const res = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: string[]) => void headers.set(name, value),
  } as unknown as Response;
  await store.start(res, pending);
  const [line = ''] = headers.get('set-cookie') ?? [];
  const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
  return { line, name, cookies: { [name]: value } };
}

describe('a sign-in that waits for its second step', () => {
  it('is over after five minutes, whatever the seal would say', async () => {
    let time = Date.now();
    const store = createPendingSignIns(passwords, site, () => time);
    const { cookies } = await start(store);
    time += 5 * 60_000 - 1;
    expect(await store.open({ cookies })).toBeDefined();
    time += 1;
    expect(await store.open({ cookies })).toBeUndefined();
  });
});
