import { describe, expect, it } from 'vitest';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { slugOf, updateJob, updateJobStatus } from '../../../../server/content-api/jobs/repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addJob, databaseForAll } from '../../../support/engine/in-memory.ts';

it.each([
  ['UI Designer', 'ui-designer'],
  ['  --Señor   UI/UX  Designer!  ', 'senor-ui-ux-designer'],
  ['Łódź Straße Ærø Þór Œuvre', 'lodz-strasse-aero-thor-oeuvre'],
  ['Tiếng Việt İstanbul ılık', 'tieng-viet-istanbul-ilik'],
  ['ﬁlm Ⅳ ①', 'film-iv-1'],
  ['C++ & C#', 'c-c'],
  ['مصمم', 'مصمم'],
  ['فلم ایڈیٹر (اردو)', 'فلم-ایڈیٹر-اردو'],
  ['آرٹ ڈائریکٹر', 'آرٹ-ڈائریکٹر'],
  ['Дизайнер', 'дизайнер'],
  ['🎬', 'job'],
  ['3D artist (m/w/d)', '3d-artist-m-w-d'],
])('a title as a slug: %s: %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

describe('the slug of a job', () => {
  let db: Db;
  databaseForAll((made) => (db = made));
  const input = (title: string) =>
    jobInputSchema.parse({
      title,
      department: 'X',
      employment_type: 'OTHER',
      location_type: 'remote',
    });

  it('follows the title of a draft, and stays once the job was posted', async () => {
    const draft = await addJob(db, { title: 'Writer', status: 'draft' });
    const same = await updateJob(db, draft, input('Writer'), 'UTC');
    expect(same.slug).toBe('writer');
    const renamed = await updateJob(db, same, input('Author'), 'UTC');
    expect(renamed.slug).toBe('author');
    const posted = await updateJobStatus(db, renamed, 'open');
    expect((await updateJob(db, posted, input('Poet'), 'UTC')).slug).toBe('author');
    const closed = await updateJobStatus(db, posted, 'draft');
    expect((await updateJob(db, closed, input('Poet'), 'UTC')).slug).toBe('author');
  });
});
