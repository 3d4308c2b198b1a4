import { readFile } from 'node:fs/promises';
import { type SqlBool, sql } from 'kysely';
import { matchContract } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
import { lockIntake, truncateLog } from '../../database/site/tables.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { type NewTask, type Task, Tasks } from '../../database/tasks.ts';
import { StartError } from '../../errors.ts';
import type { Part } from '../../forms/read-form.ts';
import type { Sealer } from '../../process/sealed.ts';
import { formKinds } from '../form-kinds.ts';
import type { Problem } from './sender.ts';
import { fileOf, isJsonForm, type VisitorForm } from './visitor-form.ts';

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
  async function removeExcessSuspects() {
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
    async add(form: Omit<NewTask, 'run_at'> & { bytes: number }) {
      const id = await db.transaction().execute(async (transaction) => {
        await lockIntake(transaction);
        if (!hasRoom(await counts(transaction), form.bytes)) return undefined;
        return tasks.add({ ...form, run_at: await tasks.now(transaction) }, transaction);
      });
      // Runs after the commit, so that the new form is stored even if older suspect forms cannot be deleted.
      if (form.state === 'suspect') await removeExcessSuspects();
      return id;
    },
    find: (idOrKey: number | string) =>
      forms()
        .where(typeof idOrKey === 'number' ? 'id' : 'key', '=', idOrKey)
        .executeTakeFirst(),
    /** Returns all forms, oldest first. */
    all: () => forms().orderBy('id').execute(),
    needPerson: () => forms().where('state', '=', 'needs_person').orderBy('id').execute(),
    remove: (id: number) => tasks.remove(tasks.erasing().where('id', '=', id)),
    /** Deletes delivered and suspect forms that were received before this time (milliseconds since 1970). */
    forget: (before: number) =>
      tasks.remove(
        tasks.erasing().where('state', 'in', ['delivered', 'suspect']).where('created_at', '<', before),
      ),
  };
}

/** True if there is room for `more` bytes in addition to the stored forms. */
export function hasRoom({ waiting, needsPerson, bytes }: IntakeCounts, more: number) {
  return waiting + needsPerson < limits.intakeItems && bytes + more <= limits.intakeBytes;
}

type StoredPart = ReturnType<typeof describePart>;

/**
 * A stored form, without the bytes of its file. The bytes of its texts are in base64, so that they stay unchanged. What
 * the seal opens is what this site has stored, so nothing of it is checked again.
 */
interface Head {
  path: string;
  headers: Record<string, string>;
  json?: string;
  parts?: StoredPart[];
}

/**
 * The contexts with which values are sealed. Each value has its own context, so that the file of one form cannot be
 * opened as that of another form.
 */
const contextOf = (what: 'head' | 'problem' | 'file', key: string) => `${what} ${key}`;

export function sealHead(sealer: Sealer, key: string, { path, headers, content }: VisitorForm) {
  const head: Head = isJsonForm(content)
    ? { path, headers, json: content.bytes.toString('base64') }
    : { path, headers, parts: content.map(describePart) };
  return sealer.seal(Buffer.from(JSON.stringify(head)), contextOf('head', key));
}

function describePart(part: Part) {
  if (part.kind === 'text') {
    const { kind, name, source } = part;
    if (typeof source === 'string') throw new Error('a visitor form has no text part on disk');
    return { kind, name, text: source.toString('base64') };
  }
  const { kind, name, fileName, type, size } = part;
  return { kind, name, fileName, type, size };
}

/** Reads the file of a form, if it has one, and seals it. */
export async function sealFile(sealer: Sealer, key: string, content: VisitorForm['content']) {
  const file = fileOf(content);
  return file ? sealer.seal(await readFile(file.source), contextOf('file', key)) : null;
}

/** Rejects with StartError if there is a stored form that none of the sealer's secrets opens. */
export async function assertOpens(store: IntakeStore, sealer: Sealer, isShared: boolean) {
  const closed = (await store.all()).filter(
    (item) => item.state !== 'delivered' && !openItem(sealer, item, async () => null),
  ).length;
  if (closed > 0) throw notOpened(closed, isShared);
}

/** Returns the error of a start with stored forms that no secret opens. */
function notOpened(closed: number, isShared: boolean) {
  const [where, giveUp] = isShared
    ? ['the database', 'delete them from its table intake_tasks']
    : ['DATA_DIR/intake.sqlite', 'move the file away'];
  return new StartError(
    `SESSION_SECRET: ${closed} ${closed === 1 ? 'form waits' : 'forms wait'} in ${where} for the API host, and no configured secret ` +
      'decrypts them. Add the former secret after the new one (SESSION_SECRET=new…,former…), or back into DATA_DIR/session-secret, ' +
      `until they are delivered. To discard them instead, ${giveUp}.`,
  );
}

/**
 * Returns the form of a stored item, ready to be sent; undefined when no secret opens it.
 * `sealedFile` is called only when the file is read.
 */
export function openItem(
  sealer: Sealer,
  item: Pick<Task, 'key' | 'kind' | 'payload'>,
  sealedFile: () => Promise<Uint8Array | null>,
): VisitorForm | undefined {
  const kind = formKinds[item.kind];
  const plain = sealer.open(item.payload, contextOf('head', item.key));
  if (!plain || !kind) return undefined;
  const { path, headers, json, parts = [] } = JSON.parse(plain.toString()) as Head;
  const { params } = matchContract(kind.row.method, path);
  const call = { kind, path, params, headers };
  if (json !== undefined) {
    const bytes = Buffer.from(json, 'base64');
    return { ...call, content: { bytes, value: JSON.parse(bytes.toString()) } };
  }
  const content = parts.map((part): Part => {
    if (part.kind === 'file') return { ...part, source: 'in the intake' };
    const source = Buffer.from(part.text, 'base64');
    return { kind: 'text', name: part.name, source, size: source.length };
  });
  async function* readSealed() {
    const sealed = await sealedFile();
    const bytes = sealed && sealer.open(sealed, contextOf('file', item.key));
    if (!bytes) throw new Error('the file of a waiting form cannot be decrypted');
    yield bytes;
  }
  return { ...call, content, ...(fileOf(content) && { readFile: readSealed }) };
}

export function sealProblem(sealer: Sealer, key: string, problem: Problem) {
  return sealer.seal(Buffer.from(JSON.stringify(problem)), contextOf('problem', key));
}

export function openProblem(sealer: Sealer, { key, problem }: Pick<Task, 'key' | 'problem'>) {
  const plain = problem && sealer.open(problem, contextOf('problem', key));
  return plain ? (JSON.parse(plain.toString()) as Problem) : null;
}

/**
 * Turns the forms that a process of release 0.1 has queued into tasks; it may run beside this one until it is replaced.
 * Forms that it is sending or receiving are left until its claim ends; one that it never received completely is
 * deleted. The release after this one does without.
 */
export async function takeOverForms(db: SiteDb, { tasks }: IntakeStore, sealer: Sealer) {
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
          file: opened.length > 0 ? sealer.seal(Buffer.concat(opened), contextOf('file', key)) : null,
          state: row.state === 'aside' ? 'waiting' : row.state,
          run_at: next_at || received_at,
          created_at: received_at,
          claimed_until: is_sending,
        },
        tx,
      );
    });
}
