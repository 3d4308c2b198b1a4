import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeApplication } from '../../../../server/content-api/applicants/apply-routes.ts';
import { insertNote } from '../../../../server/content-api/applicants/repository.ts';
import { retainUntil, retentionChore } from '../../../../server/content-api/applicants/retention.ts';
import { openFolders } from '../../../../server/content-api/media/storage.ts';
import { createMediaStore, type MediaStore } from '../../../../server/content-api/media/store.ts';
import type { Db } from '../../../../server/database/types.ts';
import { databaseForEach } from '../../../support/engine/in-memory.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

it.each([
  ['2026-11-21T10:00:00Z', '2027-05-21'],
  ['2026-08-31T23:59:59.999Z', '2027-02-28'],
  ['2027-08-31T00:00:00Z', '2028-02-29'],
  ['2026-12-31T12:00:00Z', '2027-06-30'],
  ['2026-01-01T00:00:00Z', '2026-07-01'],
])('the day until which an application of %s is kept is %s', (from, day) => {
  expect(retainUntil(new Date(from))).toBe(day);
});

describe('the purge', () => {
  let folder: string;
  let db: Db;
  let media: MediaStore;
  let logged: Record<string, unknown>[];
  const log = pino({ base: null, level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) });
  folderForEach((made) => (folder = made));
  databaseForEach((made) => (db = made));
  beforeEach(async () => {
    logged = [];
    media = createMediaStore(db, await openFolders(folder), log);
  });

  /** Applies as the form does, with a file; returns the applicant's id. */
  async function apply(name: string, columns: { retain_until?: string; deleted_at?: string } = {}) {
    const path = join(folder, 'incoming');
    await writeFile(path, name);
    const cv = { path, type: 'application/pdf' };
    const texts = { name, email: `${name}@applicant.example`, phone: null, city: null, source: null };
    const links = { cover_letter: null, portfolio_url: null, linkedin_url: null };
    const { reference } = await media.change([cv], ({ tx, addressOf }) =>
      storeApplication(tx, {
        texts: { ...texts, ...links },
        cv: { file: addressOf(cv), name: 'cv.pdf', mime: cv.type, size: name.length },
        job: null,
        isSpam: false,
      }),
    );
    const { applicant_id: id } = await db
      .selectFrom('applicant_submissions')
      .select('applicant_id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    if (Object.keys(columns).length > 0)
      await db.updateTable('applicants').set(columns).where('id', '=', id).execute();
    return id;
  }
  const files = async () => (await readdir(join(folder, 'private', 'cv'))).length;
  const count = async (
    table: 'applicants' | 'applicant_submissions' | 'applicant_notes' | 'applicant_events',
  ) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((on) => on.fn.countAll().as('total'))
          .executeTakeFirstOrThrow()
      ).total,
    );

  it('takes rows, history, notes and files of those whose last day is over, and keeps that day whole', async () => {
    const old = await apply('Old', { retain_until: '2026-11-20' });
    await apply('Old');
    await db.updateTable('applicants').set({ retain_until: '2026-11-20' }).where('id', '=', old).execute();
    await insertNote(db, old, { note: 'x', who: 'Admin' });
    await apply('Today', { retain_until: '2026-11-21' });
    const chore = retentionChore(media);
    const at = new Date('2026-11-21T23:59:59.999Z');
    expect(await chore.run(at)).toEqual({ applicants: 1, files: 2 });
    expect([await count('applicants'), await count('applicant_submissions')]).toEqual([1, 1]);
    expect([await count('applicant_notes'), await count('applicant_events'), await files()]).toEqual([
      0, 1, 1,
    ]);
    expect(await chore.run(at)).toEqual({ applicants: 0, files: 0 });
    expect(await chore.run(new Date('2026-11-22T00:00:00Z'))).toMatchObject({ applicants: 1, files: 1 });
    expect(await files()).toBe(0);
  });
});
