import type { Generated } from 'kysely';
import type { Definitions } from './create-tables.ts';

/**
 * Work that has to be done once, later, and also after a crash (server/database/tasks.ts): mails in the table `tasks` of the
 * content, visitors' forms in `intake_tasks` of the BFF. Times are milliseconds since 1970.
 */
export interface TasksTable {
  id: Generated<number>;
  /** The kind of a mail, or the contract row of a form. */
  kind: string;
  /** Unique: adding the same work twice fails. */
  key: string;
  /** The reference by which people speak of the task; null if it has none. */
  label: string | null;
  /** `waiting` and `chores` are queues; `needs_person` is the dead letter; `notice` is of the release before. */
  state: 'waiting' | 'notice' | 'chores' | 'needs_person' | 'suspect' | 'delivered';
  run_at: number;
  /** How often the task was begun; with it a process that has lost its claim can be told apart. */
  attempts: Generated<number>;
  /** How often the task has failed by itself: the wait grows with it. */
  failures: Generated<number>;
  /** Until when other processes leave the task alone; 0 if the last attempt has ended. */
  claimed_until: Generated<number>;
  /** 1 if an attempt ended without an outcome: the work may be done. */
  may_be_twice: Generated<number>;
  created_at: number;
  /** The bytes that the task counts against a limit. */
  bytes: Generated<number>;
  problem: Uint8Array | null;
  payload: Uint8Array;
  /** A file that belongs to the payload. The last column: lists do not read it. */
  file: Generated<Uint8Array | null>;
}

/** Defines a table of tasks, with an index that finds the next task and counts the tasks by state. */
export const tasksTable =
  (name: 'tasks' | 'intake_tasks'): Definitions =>
  ({ id, strict }) =>
    `
create table ${name} (
  id ${id}, kind text not null, key text not null unique, label text, state text not null, run_at integer not null,
  attempts integer not null default 0, failures integer not null default 0, claimed_until integer not null default 0,
  may_be_twice integer not null default 0, created_at integer not null, bytes integer not null default 0,
  problem blob, payload blob not null, file blob
)${strict};
create index ${name}_queue on ${name} (state, run_at, id, created_at, bytes)`;
