import type { SiteDb } from '../../database/site-types.ts';
import type { Sealer } from '../../process/sealed.ts';
import { contextOf, type IntakeStore, notOpened } from './store.ts';

/**
 * Turns the forms that a process of release 0.1 has queued into tasks; it may run beside this one until it is replaced.
 * Forms that it is sending or receiving are left until its claim ends; one that it never received completely is
 * deleted. The release after this one does without.
 */
export async function takeOverForms(db: SiteDb, { tasks }: IntakeStore, sealer: Sealer): Promise<void> {
  const first = db.selectFrom('intake_items').select('id').limit(1);
  if (!(await first.executeTakeFirst())) return;
  const now = await tasks.now();
  const idle = db.selectFrom('intake_items').select('id').where('claimed_until', '<', now).orderBy('id');
  for (const { id } of await idle.execute())
    await db.transaction().execute(async (tx) => {
      const pieces = await tx
        .selectFrom('intake_pieces')
        .select(['number', 'sealed'])
        .where('item_id', '=', id)
        .orderBy('number')
        .execute();
      const row = await tx
        .deleteFrom('intake_items')
        .where('id', '=', id)
        .where('claimed_until', '<', now)
        .returningAll()
        .executeTakeFirst();
      if (!row || row.state === 'arriving') return;
      const { key, reference: label, call: kind, received_at, next_at, head: payload, problem } = row;
      const { attempts, failures, may_be_twice, is_sending, bytes } = row;
      const opened = pieces.map(({ number, sealed }) => {
        const piece = sealer.open(sealed, `piece ${key} ${number}`);
        if (!piece) throw notOpened(1, tasks.dialect === 'postgres');
        return piece;
      });
      await tasks.add(
        {
          ...{ kind, key, label, payload, problem, attempts, failures, may_be_twice, bytes },
          file: opened.length > 0 ? sealer.seal(Buffer.concat(opened), contextOf.file(key)) : null,
          state: row.state === 'aside' ? 'waiting' : row.state,
          run_at: next_at || received_at,
          created_at: received_at,
          claimed_until: is_sending,
        },
        tx,
      );
    });
}
