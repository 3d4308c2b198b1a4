import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { DeletedThing } from '#shared/schemas/trash.ts';
import { startEngine } from '../../../support/engine/engine.ts';

it('the trash has each thing on one page, the last deleted first, whichever end a page is read from', async () => {
  const engine = await startEngine();
  const database = new DatabaseSync(join(engine.dataDir, 'content.sqlite'));
  const minute = 60_000;
  const now = Date.now();
  // Two kinds of records with the same ids, three of each deleted at the same time.
  const moment = (number: number) => new Date(now - Math.ceil(number / 3) * minute).toISOString();
  const ids = Array.from({ length: 2 * limits.pageSize + 3 }, (_, index) => index + 1);
  const message = database.prepare(
    `insert into messages (id, type, email, subject, status, deleted_at, created_at, updated_at)
     values (?, 'contact', 'a@mail.example', 'Hello', 'new', ?, '2026-01-01', '2026-01-01')`,
  );
  const member = database.prepare(
    `insert into team_members (id, name, designation, image, v_order, is_active, deleted_at, created_at, updated_at)
     values (?, 'Somebody', 'Editor', '/storage/a.png', ?, 1, ?, '2026-01-01', '2026-01-01')`,
  );
  for (const id of ids) {
    message.run(id, moment(id));
    member.run(id, id, moment(id));
  }
  database.close();

  const pages: DeletedThing[][] = [];
  const lastPage = Math.ceil((ids.length * 2) / limits.pageSize);
  for (let page = 1; page <= lastPage + 1; page += 1) {
    const answer = await engine.fetch(`/api/getTrash?page=${page}`);
    const { data } = (await answer.json()) as { data: { data: DeletedThing[]; last_page: number } };
    expect(data.last_page).toBe(lastPage);
    pages.push(data.data);
  }
  expect(pages.pop()).toEqual([]);
  const all = pages.flat();
  expect(new Set(all.map(({ resource, id }) => `${resource} ${id}`)).size).toBe(ids.length * 2);
  const moments = all.map(({ deleted_at }) => deleted_at);
  expect(moments).toEqual(moments.toSorted().reverse());
  await engine.close();
});
