import { type Insertable, type Kysely, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { backoff, createWorker } from '../process/work.ts';
import { dialectOf, timeOf } from './dialect.ts';
import type { SiteDb } from './site-types.ts';
import type { TasksTable } from './tasks-table.ts';
import type { Db } from './types.ts';

export type Task = Omit<Selectable<TasksTable>, 'file'>;
export type NewTask = Insertable<TasksTable>;
type State = Task['state'];
type Change = Updateable<TasksTable>;
type AnyDb = Db | SiteDb;
/** A database or a transaction on it. */
type Queries = Parameters<typeof timeOf>[0];

/** The outcome of an attempt. */
export interface Outcome {
  /** The columns to change; without it the work is done, and the task is deleted. */
  change?: Change;
  /** The task is due again after this time. */
  waitMs?: number;
  /** Runs in the transaction that stores the outcome. */
  also?: (tx: Db) => Promise<unknown>;
}

/** The wait after failures in a row: it doubles from the first to the longest, in milliseconds. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** After this time another process may take over the task of a dead one. */
const leaseMs = 10_000;
/** How often to look for tasks of other processes; on SQLite there are none, but the clock may be set. */
const lookMs = { postgres: 3_000, sqlite: 60 * 60_000 };
/** How long to wait for a task that another process is doing. */
const takenMs = 500;
/** The wait after a failure of the database. */
const afterErrorMs = 5_000;

const columns = [
  ...(['id', 'kind', 'key', 'label', 'state', 'run_at', 'attempts', 'failures', 'claimed_until'] as const),
  ...(['may_be_twice', 'created_at', 'bytes', 'problem', 'payload'] as const),
];

interface TasksOptions {
  /** Milliseconds since 1970, by default of the clock that all processes on the database share. */
  now?: (within?: Queries) => Promise<number>;
  /** Called after tasks or their contents were deleted. */
  deleted?: () => Promise<void>;
  /** True if `may_be_twice` is set for a task whose last attempt ended without an outcome. */
  countsDoubts?: boolean;
}

type TaskDb = Kysely<{ tasks: TasksTable }>;
const asTasks = (db: AnyDb) => db as unknown as TaskDb;
/** True for a task while no process has begun another attempt. */
const isAt = ({ id, attempts }: Task) => sql<SqlBool>`id = ${id} and attempts = ${attempts}`;

/**
 * Stores tasks in a table of a database (server/database/tasks-table.ts). Every method rejects when the database fails.
 * `within` is the database, or a transaction on it.
 */
export class Tasks {
  readonly #db: TaskDb;
  readonly #table: 'tasks';
  readonly #options: TasksOptions;

  constructor(db: AnyDb, table: 'tasks' | 'intake_tasks', options: TasksOptions = {}) {
    this.#db = asTasks(db);
    // Both tables have the same columns.
    this.#table = table as 'tasks';
    this.#options = options;
  }

  get dialect() {
    return dialectOf(this.#db);
  }

  now(within: Queries = this.#db) {
    return this.#options.now?.(within) ?? timeOf(within);
  }

  /** Adds a task, and returns its id. Rejects if there is one with this key. */
  async add(task: NewTask, within?: AnyDb) {
    const db = within ? asTasks(within) : this.#db;
    const added = db.insertInto(this.#table).values(task).returning('id');
    return (await added.executeTakeFirstOrThrow()).id;
  }

  /** Adds a task, unless there is one with this key. */
  async ensure(task: NewTask) {
    const added = this.#db.insertInto(this.#table).values(task);
    await added.onConflict((known) => known.column('key').doNothing()).execute();
  }

  select() {
    return this.#db.selectFrom(this.#table).select(columns);
  }

  /** Deletes the tasks of a statement that `erasing` began; returns how many. */
  async remove(removal: ReturnType<Tasks['erasing']>) {
    const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await this.#options.deleted?.();
    return Number(numDeletedRows);
  }

  erasing(within = this.#db) {
    return within.deleteFrom(this.#table);
  }

  #changing(within = this.#db) {
    return within.updateTable(this.#table);
  }

  async fileOf(id: number) {
    const row = this.#db.selectFrom(this.#table).select('file').where('id', '=', id);
    return (await row.executeTakeFirst())?.file ?? null;
  }

  /** Returns the task that has been due the longest, or else will be due first. */
  next(state: State) {
    return this.#db
      .selectFrom(this.#table)
      .select(['id', 'run_at'])
      .where('state', '=', state)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * Claims a task and records that an attempt begins, so that no crash repeats it unseen. Undefined if another process
   * is doing it, or if it has another state by now.
   */
  async claim(id: number, states: readonly State[]): Promise<Task | undefined> {
    const time = await this.now();
    const doubts = { may_be_twice: sql<number>`case when claimed_until > 0 then 1 else may_be_twice end` };
    return (
      this.#changing()
        .set({
          attempts: sql`attempts + 1`,
          claimed_until: time + leaseMs,
          ...(this.#options.countsDoubts && doubts),
        })
        .where('id', '=', id)
        .where('state', 'in', states)
        // A claim that ends later than any lease allows is over too: the clock was set back.
        .where(sql<SqlBool>`not (claimed_until > ${time} and claimed_until <= ${time + 2 * leaseMs})`)
        .returning(columns)
        .executeTakeFirst()
    );
  }

  /** Keeps a claim from ending until the returned function is called. */
  hold(task: Task) {
    const renew = async () => {
      const claimed_until = (await this.now()) + leaseMs;
      const held = this.#changing().where(isAt(task)).where('claimed_until', '>', 0);
      // Not after the outcome was stored: the next attempt would take the claim for that of a dead process.
      await held.set({ claimed_until }).execute();
    };
    // If the database fails, so does storing the outcome, whose caller handles it.
    const timer = setInterval(() => renew().catch(() => {}), leaseMs / 3).unref();
    return () => clearInterval(timer);
  }

  /** Stores the outcome of an attempt, unless another process has begun the next one. */
  async settle(task: Task, { change, waitMs, also }: Outcome) {
    const due = waitMs !== undefined && { run_at: (await this.now()) + waitMs };
    const store = async (within: TaskDb) => {
      const set = { ...change, ...due, claimed_until: 0 };
      if (change) await this.#changing(within).set(set).where(isAt(task)).execute();
      else await this.erasing(within).where(isAt(task)).execute();
      await also?.(within as unknown as Db);
    };
    await (also ? this.#db.transaction().execute(store) : store(this.#db));
    if (!change || change.payload) await this.#options.deleted?.();
  }

  /** Counts the tasks by state, with their bytes and the time since which the oldest waiting one is there. */
  async counts(within?: AnyDb) {
    const rows = await (within ? asTasks(within) : this.#db)
      .selectFrom(this.#table)
      .groupBy('state')
      .select(({ fn }) => [
        'state',
        fn.countAll<number>().as('total'),
        fn.sum<number>('bytes').as('bytes'),
        fn.min('created_at').as('oldest'),
      ])
      .execute();
    const by = new Map(rows.map((row) => [row.state, row]));
    const oldest = by.get('waiting')?.oldest;
    return {
      total: (state: State) => Number(by.get(state)?.total ?? 0),
      bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0),
      oldestAt: oldest === undefined ? undefined : Number(oldest),
    };
  }
}

type Run = (task: Task, cut: AbortSignal) => Promise<Outcome>;

interface TaskWork {
  tasks: Tasks;
  /** The state of the tasks that are done, one at a time over all processes. */
  state: 'waiting' | 'chores';
  /** Does a task; if it rejects, the task is done again later. */
  run: Run;
  /** The waits of a task that fails. */
  backoff: Backoff;
  /**
   * The longest wait of a task, in milliseconds. One that seems to wait longer is due: the clock was set back
   * (docs/decisions/0038).
   */
  longestMs: number;
  /** The waits of all tasks while what they need is down. */
  pause: Backoff;
  failed: (error: unknown) => void;
  /** Runs before each look for a task. */
  before?: () => Promise<void>;
  /** How long a stop waits for the task in progress before it aborts it. */
  graceMs: number;
}

export type TaskWorker = ReturnType<typeof createTaskWorker>;

/** Does tasks in the background, the one that has been due the longest first. Does nothing until the first `wake`. */
export function createTaskWorker(work: TaskWork) {
  const { tasks, state, run, failed, before } = work;
  const worker = createWorker({ round, failed, retryMs: afterErrorMs, graceMs: work.graceMs });
  const { wake, stops } = worker;
  /** An outcome that is not stored yet. No other task is begun before, so that none is done twice. */
  let unsettled: [task: Task, outcome: Outcome] | undefined;
  /** `until` is set when the next task is looked for. */
  let pause: { ms: number; until?: number } | undefined;
  let failures = 0;

  async function settle() {
    if (unsettled) await tasks.settle(...unsettled);
    unsettled = undefined;
  }

  /** Returns whether the work is done; undefined if the task is done elsewhere. */
  async function attempt(id: number, states: readonly State[], doTask: Run) {
    await settle();
    const task = await tasks.claim(id, states);
    if (!task) return undefined;
    const release = tasks.hold(task);
    const outcome = await doTask(task, stops.cut)
      .catch((error: unknown) => {
        failed(error);
        return again(task, work.backoff);
      })
      .finally(release);
    unsettled = [task, outcome];
    await settle().catch(failed);
    return !outcome.change || outcome.change.state === 'delivered';
  }

  async function round() {
    await settle();
    await before?.();
    const look = lookMs[tasks.dialect];
    const next = await tasks.next(state);
    if (!next) return look;
    const now = await tasks.now();
    if (pause) pause.until ??= now + pause.ms;
    const left = (until: number, longestMs: number) => (until - now <= longestMs ? until - now : 0);
    const wait = Math.max(left(next.run_at, work.longestMs), left(pause?.until ?? 0, pause?.ms ?? 0));
    if (wait > 0) return Math.min(wait, look);
    if ((await attempt(next.id, [state], run)) === undefined) return takenMs;
    wake();
    return undefined;
  }

  return {
    wake,
    stop: worker.stop,
    /** Resolves when no task is due. */
    idle: worker.idle,
    isStopping: () => stops.stopping.aborted,
    /** Does one task now, whether it is due or not. Returns as `attempt` does. */
    doNow: (id: number, states: readonly State[], doTask: Run) =>
      worker.run(() => attempt(id, states, doTask)).finally(wake),
    /** Begins no task for a growing time, or for `ms`. */
    pause(ms = 0) {
      failures += 1;
      pause = { ms: ms || backoff(failures, work.pause.firstMs, work.pause.longestMs) };
      wake();
    },
    resume() {
      if (failures === 0) return;
      failures = 0;
      pause = undefined;
      wake();
    },
  };
}

/** The outcome of an attempt that failed: the task is done again, after `ms` or a longer wait that grows. */
export function again({ failures }: Task, { firstMs, longestMs }: Backoff, ms = 0): Outcome {
  return {
    change: { failures: failures + 1 },
    waitMs: Math.max(ms, backoff(failures + 1, firstMs, longestMs)),
  };
}
