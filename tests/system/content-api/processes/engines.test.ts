// @module-tag deep/postgres: several engines start on one database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referencedAddresses } from '../../../../server/content-api/media/file-columns.ts';
import { secretOf } from '../../../../server/content-api/visitors/repository.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { createFormTokens } from '../../../../server/forms/form-tokens.ts';
import { createSample } from '../../../../tools/sample/sample.ts';
import { startEngine, type TestEngine, testAdmin } from '../../../support/engine/engine.ts';
import { pdf } from '../../../support/files.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';
import { openSite } from '../../database/postgres/support.ts';

let database: TestDatabase;
let engines: TestEngine[];
let site: Databases;
beforeAll(async () => {
  database = await testDatabase();
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    ADMIN_PASSWORD: '',
    SAMPLE_CONTENT: 'on',
  };
  // Both start at the same time on an empty database.
  engines = await Promise.all([startEngine(environment), startEngine(environment)]);
  site = await openSite(database.url);
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await site.close();
  await database.drop();
});

describe('two engines that start at once on an empty database', () => {
  it('make one admin, whose password one of them tells', async () => {
    const db = await site.openContent();
    expect(await db.selectFrom('admins').select('email').execute()).toHaveLength(1);
    expect(engines.filter(({ firstAdmin }) => firstAdmin !== testAdmin)).toHaveLength(1);
    expect(engines.filter(({ token }) => token !== '')).toHaveLength(1);
  });

  it('make one set of sample content, with its pictures, and decide that once', async () => {
    const db = await site.openContent();
    const counts = await Promise.all(
      (['projects', 'categories', 'blogs', 'jobs', 'team_members'] as const).map(
        async (table) => (await db.selectFrom(table).select('id').execute()).length,
      ),
    );
    expect(counts).toEqual([10, 4, 6, 5, 7]);
    expect(await db.selectFrom('sample_states').select('state').execute()).toEqual([{ state: 'added' }]);
    const said = engines.flatMap(({ logLines }) => logLines).map(({ msg }) => String(msg));
    expect(said.filter((msg) => msg.includes('sample content added'))).toHaveLength(1);
    // Each engine has a separate folder here: all files are in one of them, and none in the other.
    const files = (await Promise.all(engines.map((engine) => engine.mediaFiles()))).map(
      ({ length }) => length,
    );
    expect(files.sort((a, b) => a - b)).toEqual([0, (await referencedAddresses(db)).size]);
  });

  it('have one secret', async () => {
    const db = await site.openContent();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(db, 'at-once')));
    expect(new Set(secrets.map(String)).size).toBe(1);
  });
});

it('an engine that finds content of others decides that once, however many look', async () => {
  const db = await site.openContent();
  await db.deleteFrom('sample_states').execute();
  const sample = createSample(db, {} as never, '/nowhere');
  expect(await Promise.all([1, 2, 3].map(() => sample.addOnFirstStart()))).toEqual([0, 0, 0]);
  expect(await db.selectFrom('sample_states').select('state').execute()).toEqual([{ state: 'declined' }]);
});

describe('a form that is sent to both at the same moment, with one key', () => {
  const key = { 'idempotency-key': 'the-same-for-both' };

  it('makes one application, and both give its reference', async () => {
    const db = await site.openContent();
    const token = createFormTokens(await secretOf(db, 'form-tokens'), () => Date.now() - 60_000).issue();
    const answers = await Promise.all(
      [0, 1, 2, 3].map(async (at) => {
        const form = new FormData();
        const fields = { name: 'Gul', email: 'gul@applicant.example', consent: '1', form_token: token };
        for (const [name, text] of Object.entries(fields)) form.append(name, text);
        form.append('cv', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'cv.pdf');
        const engine = engines[at % 2] as TestEngine;
        const sent = { method: 'POST', headers: key, body: form, token: null };
        return (await engine.fetch('/api/applyJob', sent)).json() as Promise<{ data: { reference: string } }>;
      }),
    );
    const rows = await db.selectFrom('applicant_submissions').select(['reference', 'cv_file']).execute();
    expect(rows).toHaveLength(1);
    expect(answers.map(({ data }) => data.reference)).toEqual(Array(4).fill(rows[0]?.reference));
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(2);
  });

  it('makes one message', async () => {
    const db = await site.openContent();
    const text = { name: 'Gul', email: 'gul@visitor.example', subject: 'A film', message: 'Hello' };
    const answers = await Promise.all(
      engines.map((engine) =>
        engine.fetch('/api/contactUs', {
          method: 'POST',
          headers: { ...key, 'content-type': 'application/json' },
          body: JSON.stringify({ ...text, consent: true }),
          token: null,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await db.selectFrom('messages').select('id').execute()).toHaveLength(1);
  });
});
