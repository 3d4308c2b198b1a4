// @module-tag deep/hostile: a sample of the fuzz campaign
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '#shared/schemas/session.ts';
import { sendCases, type WireKind } from '../../fuzz/campaign.ts';
import { hiddenPath, type Place } from '../../fuzz/case.ts';
import { startToldHost } from '../../fuzz/told-host.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';

// Fixed seed: each run sends the same few cases of each kind; `npm run lab -- fuzz` sends 100,000 others.
const seed = 20_261_122;
const plans: Record<string, { kinds: Partial<Record<WireKind, number>> }> = {
  'the embedded engine': { kinds: { http: 300, json: 250, multipart: 120, documents: 30, images: 20 } },
  'a working host': { kinds: { http: 300, json: 100, multipart: 80 } },
  'a host that says anything': { kinds: { host: 200, images: 30 } },
};
const admin: Credentials = { email: 'admin@studio.example', password: 'correct horse battery' };

describe.each(Object.entries(plans))('in front of %s', (name, { kinds }) => {
  let app: TestApp;
  let place: Place;
  let stub: Awaited<ReturnType<typeof startStubUpstream>> | undefined;
  let told: Awaited<ReturnType<typeof startToldHost>> | undefined;

  beforeAll(async () => {
    if (name === 'a working host') stub = await startStubUpstream();
    if (name === 'a host that says anything') told = await startToldHost();
    const host = stub?.url ?? told?.url;
    app = await startTestApp(
      {
        TRUST_PROXY: 'loopback',
        UPSTREAM_TIMEOUT_MS: told ? '300' : '15000',
        ...(host ? { UPSTREAM_URL: host } : { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }),
      },
      // With a cache, as in production but not in other tests.
      { cache: { maxBytes: 8 * 1024 * 1024 } },
    );
    const { cookie } = await signIn(app, admin);
    place = { url: app.url, cookie, ...(told && { hostAnswers: told.answers }) };
  });
  afterAll(async () => {
    await app?.close();
    await stub?.close();
    await told?.close();
  });

  test.each(Object.entries(kinds) as [WireKind, number][])('%s', async (kind, count) => {
    const { requests, findings } = await sendCases(kind, place, { seed, from: 0, count, atOnce: 6 });
    expect(findings).toEqual([]);
    expect(requests).toBe(count);
  });

  test('and nothing is left: it answers, no temporary file, no failure of ours, nothing smuggled', async () => {
    expect((await fetch(`${app.url}/`)).status).toBe(200);
    const left = async () =>
      (await readdir(join(app.dataDir, 'tmp'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      );
    await expect.poll(left).toEqual([]);
    expect(app.logLines.filter(({ msg }) => /unexpected error/.test(String(msg)))).toEqual([]);
    expect(stub?.requests.filter(({ url }) => url.startsWith(hiddenPath)) ?? []).toEqual([]);
  });
});
