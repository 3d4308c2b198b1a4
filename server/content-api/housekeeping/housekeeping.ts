import type { Logger } from 'pino';
import { createTaskWorker, Tasks } from '../../database/tasks.ts';
import type { Db } from '../../database/types.ts';
import { retentionChore } from '../applicants/retention.ts';
import { type Chore, dayMs } from '../chore.ts';
import type { Outbox } from '../mail/outbox.ts';
import { leftFilesChore, orphanedFilesChore } from '../media/orphaned-files.ts';
import type { FileStorage } from '../media/storage.ts';
import type { MediaStore } from '../media/store.ts';
import { picturesChore } from '../pictures/chore.ts';
import { previewChore } from '../previews/routes.ts';
import { trashChores } from '../trash/trash.ts';
import { versionsChore } from '../versions/routes.ts';
import { idempotencyChore } from '../visitors/forms.ts';

/** The wait after a failure of the database, and between rounds while the clock is doubted. */
const hourMs = 60 * 60_000;
const waits = { firstMs: hourMs, longestMs: hourMs };

/**
 * Starts the chores. A round of all of them is one task, due every day, which one process at a time does
 * (docs/decisions/0043): if that process dies, another one runs all of them again.
 */
export async function startHousekeeping(db: Db, chores: readonly Chore[], log: Logger) {
  const tasks = new Tasks(db, 'tasks');
  const mayErase = createClockGuard(db, log);
  const worker = createTaskWorker({
    tasks,
    state: 'chores',
    backoff: waits,
    longestMs: dayMs,
    pause: waits,
    // A stop waits for the chore in progress, and starts no other.
    graceMs: 0,
    async run(_round, cut) {
      const now = new Date(await tasks.now());
      if (!(await mayErase(now))) return { change: {}, waitMs: hourMs };
      await runChores(chores, log, now, cut);
      // A round that was cut off goes on at the next start.
      return { change: {}, waitMs: cut.aborted ? 0 : dayMs };
    },
    failed: (error) => log.error({ err: error }, 'content API: housekeeping failed'),
  });
  const due = { run_at: 0, created_at: 0, payload: Buffer.alloc(0) };
  await tasks.ensure({ kind: 'chores', key: 'chores', state: 'chores', ...due });
  worker.wake();
  return worker;
}

/**
 * Runs each chore once, until `cut` fires. Every chore gets the same time, the one that the check of the clock has
 * accepted. A failure is logged and does not stop the other chores.
 */
export async function runChores(chores: readonly Chore[], log: Logger, now: Date, cut: AbortSignal) {
  for (const { name, run } of chores) {
    if (cut.aborted) return;
    try {
      const removed = await run(now);
      const any = Object.values(removed).some((count) => count > 0);
      log[any ? 'info' : 'debug']({ chore: name, removed }, 'content API: housekeeping');
    } catch (error) {
      log.error({ err: error, chore: name }, 'content API: housekeeping failed');
    }
  }
}

/** Returns true if a round of chores may erase expired data by this clock. Rejects when the database fails. */
export type MayErase = (now: Date) => Promise<boolean>;

/** A round is due every day. A longer gap between two rounds means that the clock leapt, or that the site was off. */
const leapMs = 3 * dayMs;
/**
 * How long the clock must continue normally after a doubted time before the new time is trusted. A little less than a
 * day, so that this wait is over at the next daily round.
 */
const heldMs = 23 * 60 * 60 * 1000;

/**
 * A clock that is a year ahead for a minute must not erase every applicant. So a round that finds more than `leapMs`
 * since the last one erases nothing. The guard accepts the new time only if a day later the clock has continued from
 * it (docs/decisions/0038). The new time and the time of the last round are in the database, so a restart finds them.
 * If the clock went back, less is erased than is due; later rounds erase the rest.
 */
export function createClockGuard(db: Db, log: Logger): MayErase {
  return async (now) => {
    const moments = await db.selectFrom('housekeeping').selectAll().execute();
    const [ran, doubted] = ['ran', 'doubted'].map((name) => {
      const at = moments.find((moment) => moment.name === name)?.at;
      return at === undefined ? undefined : Date.parse(at);
    });
    const leapt = ran !== undefined && now.getTime() - ran > leapMs;
    const heldFor = doubted === undefined ? Number.NaN : now.getTime() - doubted;
    if (!leapt || (heldFor >= heldMs && heldFor <= leapMs)) {
      await db.deleteFrom('housekeeping').where('name', '=', 'doubted').execute();
      await writeMoment(db, 'ran', now);
      return true;
    }
    const notes = { ran: new Date(ran).toISOString(), now: now.toISOString() };
    // The doubted time that was recorded is far from the present time, so the clock leapt again: the wait starts
    // anew.
    if (!(heldFor >= 0 && heldFor <= leapMs)) await writeMoment(db, 'doubted', now);
    log.warn(
      notes,
      'content API: housekeeping waits for a day: the site was off for long, or the clock of this machine jumped ahead',
    );
    return false;
  };
}

async function writeMoment(db: Db, name: 'ran' | 'doubted', now: Date) {
  const at = now.toISOString();
  await db
    .insertInto('housekeeping')
    .values({ name, at })
    .onConflict((known) => known.column('name').doUpdateSet({ at }))
    .execute();
}

/** Dependencies of the chores. */
interface ChoreDependencies {
  db: Db;
  storage: FileStorage;
  media: MediaStore;
  outbox: Outbox;
}

/** Returns every chore, in the order in which they run. */
export function dailyChores({ db, storage, media, outbox }: ChoreDependencies): Chore[] {
  return [
    ...trashChores(media),
    versionsChore(db),
    retentionChore(media),
    outbox.chore,
    idempotencyChore(db),
    previewChore(db),
    picturesChore(db, storage, media),
    leftFilesChore(media),
    orphanedFilesChore(db, storage),
  ];
}
