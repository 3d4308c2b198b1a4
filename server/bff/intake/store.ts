import { type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { lockIntake, truncateLog } from '../../database/site/tables.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type NewTask, type Task, Tasks } from '../../database/tasks.ts';

interface StoreOptions {
  /** True if the host recognises a repeated form by its Idempotency-Key, so that it does not store the form twice. */
  honoursKeys: boolean;
  /** Maximum total size of the suspect forms, in bytes. */
  suspectBytes?: number;
}

/**
 * Maximum number of suspect forms (probably sent by robots) that are stored; when there are more, the oldest are
 * deleted.
 */
const maxSuspects = 200;

export type IntakeStore = ReturnType<typeof createStore>;
export type IntakeCounts = Awaited<ReturnType<IntakeStore['counts']>>;

/**
 * Stores the waiting forms as tasks: a form that `add` has accepted survives a crash. The contents are sealed; no other
 * column identifies the sender. Every method rejects when the database fails.
 */
export function createStore(db: SiteDb, options: StoreOptions) {
  const { honoursKeys, suspectBytes = limits.intakeBytes / 16 } = options;
  const tasks = new Tasks(db, 'intake_tasks', {
    deleted: () => truncateLog(db),
    countsDoubts: !honoursKeys,
  });
  // A process of the release before stores its wish for a mail among the forms.
  const forms = () => tasks.select().where('state', '<>', 'notice');

  async function counts(within = db) {
    const { total, bytes, oldestAt } = await tasks.counts(within);
    const [waiting, needsPerson, suspect] = [total('waiting'), total('needs_person'), total('suspect')];
    return { waiting, needsPerson, suspect, bytes, oldestAt };
  }

  /** Deletes the oldest suspect forms, as far as suspect forms exceed their maximum number or total size. */
  async function removeExcessSuspects(): Promise<void> {
    const ranked = db
      .selectFrom('intake_tasks')
      .where('state', '=', 'suspect')
      .select(['id', sql<number>`row_number() over (order by id desc)`.as('place')])
      .select(sql<number>`sum(bytes) over (order by id desc)`.as('total'))
      .as('ranked');
    const isExcess = sql<SqlBool>`place > ${maxSuspects} or total > ${suspectBytes}`;
    const excess = await db.selectFrom(ranked).select('id').where(isExcess).execute();
    await tasks.remove(tasks.erasing().where('id', 'in', [0, ...excess.map(({ id }) => id)]));
  }

  return {
    tasks,
    counts,
    /**
     * Stores a form completely or not at all, and returns its id; undefined when the intake is full. A lock ensures
     * that only one process at a time checks whether there is room.
     */
    async add(form: Omit<NewTask, 'run_at'> & { bytes: number }): Promise<number | undefined> {
      const id = await db.transaction().execute(async (transaction) => {
        await lockIntake(transaction);
        if (!hasRoom(await counts(transaction), form.bytes)) return undefined;
        return tasks.add({ ...form, run_at: await tasks.now(transaction) }, transaction);
      });
      // Runs after the commit, so that the new form is stored even if older suspect forms cannot be deleted.
      if (form.state === 'suspect') await removeExcessSuspects();
      return id;
    },
    find: (idOrKey: number | string): Promise<Task | undefined> =>
      forms()
        .where(typeof idOrKey === 'number' ? 'id' : 'key', '=', idOrKey)
        .executeTakeFirst(),
    /** Returns all forms, oldest first. */
    all: (): Promise<Task[]> => forms().orderBy('id').execute(),
    needPerson: (): Promise<Task[]> => forms().where('state', '=', 'needs_person').orderBy('id').execute(),
    remove: (id: number) => tasks.remove(tasks.erasing().where('id', '=', id)),
    /** Deletes delivered and suspect forms that were received before this time (milliseconds since 1970). */
    forget: (before: number) =>
      tasks.remove(
        tasks.erasing().where('state', 'in', ['delivered', 'suspect']).where('created_at', '<', before),
      ),
  };
}

/** True if there is room for `more` bytes in addition to the stored forms. */
export function hasRoom({ waiting, needsPerson, bytes }: IntakeCounts, more: number): boolean {
  return waiting + needsPerson < limits.intakeItems && bytes + more <= limits.intakeBytes;
}
