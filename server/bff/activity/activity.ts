import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { logWords } from '#shared/contract/log-words.ts';
import { type LogLine, mayCall } from '#shared/contract/row.ts';
import { type CsvColumns, csvHead, csvLines, csvType } from '#shared/csv.ts';
import type { TextCode } from '#shared/desk-messages.ts';
import { type Id, readId } from '#shared/id.ts';
import { isRecord } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import { mayDo } from '#shared/roles.ts';
import { type ActivityFilter, type ActivityLine, activityResources } from '#shared/schemas/activity.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import { storageError } from '../../database/errors.ts';
import { createWindow } from '../../database/site/limiter.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { assertThat } from '../../errors.ts';
import { findingsOf, requestIdOf } from '../../http/requests.ts';
import { createWorker, withTimeout } from '../../process/work.ts';
import { type OwnCalls, sendDownload } from '../answers.ts';
import { type Call, callOf } from '../call.ts';
import { readQuery } from '../uploads/bodies.ts';
import { eraseRecords, insertLines, type NewLine, readLines, readPeople } from './store.ts';

/**
 * Maximum number of log lines that wait to be written, some hundred bytes each. Beyond it, further lines are lost. One
 * statement can write them all.
 */
const maxWaiting = 2_000;
/** How long a reader of the log waits for the lines of this process, in milliseconds. */
const readerMs = 1_000;
/** How long a stopping process waits for the last lines, in milliseconds. */
const drainMs = 3_000;
/**
 * Maximum number of failed sign-ins that a process records per hour. There is a limit because anyone can cause failed
 * sign-ins.
 */
const refusedPerHour = 500;
const hourMs = 3_600_000;

/**
 * Records actions in the admin area. `note` and `erase` only queue their work, so they neither fail nor delay a
 * request. The work is done in its order; while the database is unavailable, all of it waits.
 */
type Activity = ReturnType<typeof createActivity>;

interface ActivityOptions {
  db: SiteDb;
  log: Pick<Logger, 'warn'>;
  /** Milliseconds until a failed write is retried. */
  retryMs?: number;
}

export function createActivity({ db, log, retryMs = 5_000 }: ActivityOptions) {
  const prefix = randomBytes(6).toString('base64url');
  const refused = createWindow(refusedPerHour, hourMs, Date.now);
  const queue: { lines: NewLine[]; erase?: () => Promise<void> }[] = [];
  let serial = 0;
  let waiting = 0;
  let isTold = false;

  function lose(error?: unknown): void {
    if (!isTold)
      log.warn(
        { err: error },
        'the activity log drops lines: its database rejects writes, or too many lines arrive at once',
      );
    isTold = true;
  }

  const worker = createWorker({
    async round() {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { lines, erase } = next;
        try {
          await (erase ? erase() : insertLines(db, lines));
          isTold = false;
        } catch (error) {
          if (storageError(error)) {
            queue.unshift(next);
            throw error;
          }
          // A database that is available would reject the work each time. Of several lines it may have rejected one.
          if (lines.length > 1) {
            queue.unshift(...lines.map((line) => ({ lines: [line] })));
            continue;
          }
          lose(error);
        }
        waiting -= lines.length;
      }
      return undefined;
    },
    failed: (err, failures) => {
      if (failures === 1) log.warn({ err }, 'the activity log could not be written; retrying');
    },
    retryMs,
  });

  return {
    db,
    /**
     * Queues the lines of one call. Those of the calls that wait are written in one transaction: over a network, one for
     * each call would be slower than the calls.
     */
    note(lines: readonly Omit<NewLine, 'key' | 'at'>[]): void {
      const isRefused = lines[0]?.outcome === 'refused';
      if (waiting + lines.length > maxWaiting || (isRefused && refused.waitMs() > 0)) {
        lose();
        return;
      }
      if (isRefused) refused.count();
      const at = Date.now();
      const keyed = lines.map((line) => {
        serial += 1;
        return { ...line, at, key: `${prefix}${serial.toString(36).padStart(8, '0')}` };
      });
      const last = queue.at(-1);
      if (last && !last.erase) last.lines.push(...keyed);
      else queue.push({ lines: keyed });
      waiting += keyed.length;
      worker.wake();
    },
    /**
     * Queues the erasure of records behind the lines that were noted before it, so that it empties these lines too.
     */
    erase(resource: string, ids: readonly Id[]): void {
      queue.push({ lines: [], erase: () => eraseRecords(db, resource, ids) });
      worker.wake();
    },
    /** Waits until the lines that were noted so far are written, for a second at most. */
    flush: () => withTimeout(readerMs, worker.idle()).catch(() => {}),
    /** Writes the waiting lines, for three seconds at most. */
    async close() {
      worker.wake();
      await withTimeout(drainMs, worker.idle()).catch(() => {});
      void worker.stop();
      if (waiting > 0)
        log.warn({ lines: waiting }, 'lines of the activity log were lost when the process ended');
    },
  };
}

interface RecordActivityOptions {
  /**
   * True if an API host, and not the engine, stores the applicants. A deletion there counts as an erasure, because the
   * host may erase the applicant.
   */
  isForeign: boolean;
}

/**
 * Records an admin's call in the activity log after the call has ended (docs/product.md §21): the ids of records and
 * the names of fields, but no values. The answer has been sent by then, so no request waits for the log.
 */
export function recordActivity(
  activity: Pick<Activity, 'note' | 'erase'>,
  { isForeign }: RecordActivityOptions,
): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    const { row } = call;
    if (!row?.log || req.method === 'HEAD') return next();
    // The IP address is read before the call ends, because Express may return a different one once the socket is
    // closed.
    const address = req.ip ?? null;
    res.once('close', () => {
      const outcome = outcomeOf(res, call, row);
      if (outcome) {
        const sent = sentFields(row, call);
        const line = {
          actor: actorOf(call, outcome),
          action: row.name,
          fields: sent.fields,
          resource: thingOf(row, sent) ?? null,
          address,
          request: requestIdOf(res),
          outcome,
        };
        activity.note(thingsOf(row, call, sent).map((resourceId) => ({ ...line, resourceId })));
      }
      const gone = readId(call.params.id);
      if (isForeign && row.name === contract.deleteApplicant.name && gone !== undefined) {
        // A 404 to a deletion that is repeated: the answer to the first one was lost.
        const isMissing = res.statusCode === 404 && findingsOf(res).code !== 'host.callMissing';
        if (outcome === 'done' || isMissing) activity.erase('applicant', [gone]);
      }
    });
    next();
  };
}

/**
 * Text codes of answers that mean a wrong password or other proof. The code for a second step that came too late is
 * not among them, because that step was not checked.
 */
const wrongSignIn: ReadonlySet<string> = new Set<TextCode>([
  'login.wrong',
  'secondStep.wrong',
  'secondStep.used',
  'passkey.wrong',
]);

/**
 * Returns the outcome that the log records. Undefined for a call that is not logged, such as one that was refused for
 * another reason than a wrong password or proof.
 */
function outcomeOf(
  res: Response,
  { answered, session, started }: Call,
  row: ContractRow,
): ActivityLine['outcome'] | undefined {
  const status = res.headersSent ? res.statusCode : undefined;
  if (row.signsIn && wrongSignIn.has(findingsOf(res).code ?? '')) return 'refused';
  if (!session && !started) return undefined;
  // If the client disconnected before the answer, or the host did not answer, the change may or may not have been
  // made.
  if (status === undefined || status === 502 || status === 504)
    return row.method === 'GET' || row.signsIn ? undefined : 'unknown';
  return status < 400 && !answered?.isRefusal ? 'done' : undefined;
}

function actorOf({ started, session, tried }: Call, outcome: ActivityLine['outcome']) {
  if (outcome === 'refused') return tried === undefined ? undefined : { tried };
  const user = (started ?? session)?.user;
  return user && { user };
}

/**
 * Returns the ids of the records that the call is about; `[null]` for a call without an id, which gets one log line
 * too.
 */
function thingsOf(row: ContractRow, { params, answered }: Call, sent: SentFields) {
  const named = readId(params.id);
  if (named !== undefined) return [named];
  if (sent.ids.length > 0) return sent.ids;
  // Only calls that create a record take its id from the answer: the answer of another call, e.g. one that sorts
  // records, may contain ids too.
  return [
    row.path.includes('{') || !/^(add|save|create|invite)/.test(row.name)
      ? null
      : (readJsonId(answered?.id) ?? null),
  ];
}

type SentFields = ReturnType<typeof sentFields>;

/**
 * Returns the field names and ids of a call's body. A JSON body was reduced to the fields of its row, and a form was
 * checked against the contract, so that no name is recorded in whose place a client has sent a value. Calls by which a
 * person signs in are logged without fields: they send a proof (e.g. a password), which is not a field of a record.
 */
function sentFields(row: ContractRow, { json, parts = [] }: Call) {
  const { id: idField, of } = lineOf(row);
  const isOfRecord = !row.signsIn && (row.access === 'admin' || row.origin === 'session');
  const body =
    isOfRecord && isRecord(json?.value)
      ? json.value
      : Object.fromEntries(
          parts.map(({ kind, name, source }) => [
            name.split('[', 1)[0] ?? '',
            kind === 'text' && `${source}`,
          ]),
        );
  const ids = idField ? [body[idField]].flat().map(readJsonId) : [];
  const resource = activityResources.find((each) => of === 'resource' && each === body.resource);
  return {
    fields: Object.keys(body).filter((name) => name !== idField),
    ids: [...new Set(ids.filter((id) => id !== undefined))],
    resource,
  };
}

/** Returns the kind of record that a log line is about; undefined if the call is not about one kind of record. */
function thingOf(row: ContractRow, sent: SentFields) {
  const { of } = lineOf(row);
  if (of) return of === 'resource' ? sent.resource : of;
  const { id, download, resource } = row;
  const named = id ?? (download ? undefined : resource);
  return named === 'own' ? undefined : named;
}

function lineOf({ log }: ContractRow): Partial<LogLine> {
  return typeof log === 'object' ? log : {};
}

/** Returns the present titles or names of these records, as far as they are known. */
export type TitlesOf = (resource: TrashResource, ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;

/** Maximum number of people offered in the log's filter by person. */
const mostPeople = 500;
/** Number of log lines that one query reads while the downloadable file is written. */
const batch = 500;

/** Returns the handlers of the calls about the activity log, by the names of their contract rows. */
export function activityCalls(
  activity: Pick<Activity, 'db' | 'flush'>,
  titlesOf: TitlesOf | undefined,
): OwnCalls {
  const { db } = activity;

  async function* fileOf(filter: ActivityFilter) {
    yield csvHead(columns);
    let before: string | null | undefined;
    do {
      const page = await readLines(db, filter, before ?? undefined, batch);
      yield csvLines(columns, page.data);
      before = page.older;
    } while (before);
  }

  return {
    async getActivity(req) {
      const { before, per_page: perPage, ...filter } = readQuery(contract.getActivity.query, req);
      // Writes the waiting log lines before the page is read, so that an admin finds what they have just saved.
      await activity.flush();
      const page = await readLines(db, filter, before, perPage ?? limits.activityPage);
      const data = titlesOf ? await withTitles(page.data, titlesOf) : page.data;
      return { data: { ...page, data, people: await readPeople(db, mostPeople) } };
    },
    async getHistory(req, res) {
      const { before, ...thing } = readQuery(contract.getHistory.query, req);
      const role = callOf(res).session?.user?.role;
      assertThat(mayCall(role, contract.getHistory, thing.resource), 'role.notAllowed', 403);
      await activity.flush();
      const { data, older } = await readLines(db, thing, before, limits.activityPage);
      const shown = mayDo(role, 'log') ? data : data.map(withoutAddress);
      return { data: { data: shown, older } };
    },
    async exportActivity(req, res) {
      const filter = readQuery(contract.exportActivity.query, req);
      await activity.flush();
      const described = { name: 'activity.csv', 'Content-Type': csvType };
      await sendDownload(req, res, described, () => fileOf(filter));
    },
  };
}

/** Adds the present titles of the records, with one question for each kind of record. */
async function withTitles(lines: readonly ActivityLine[], titlesOf: TitlesOf) {
  const titles = new Map<string, ReadonlyMap<Id, string>>();
  for (const kind of trashResources) {
    const ids = lines.flatMap(({ resource, id }) => (resource === kind && id !== null ? [id] : []));
    if (ids.length > 0) titles.set(kind, await titlesOf(kind, [...new Set(ids)]));
  }
  return lines.map((line) =>
    line.id === null ? line : { ...line, title: titles.get(line.resource ?? '')?.get(line.id) ?? null },
  );
}

/** The columns of the downloaded file: for each heading, a function that returns the cell of a log line. */
const columns: CsvColumns<ActivityLine> = {
  Time: ({ at }) => at,
  Name: ({ who }) => who?.name ?? null,
  Email: ({ who }) => who?.email ?? null,
  'What was done': ({ action, outcome }) => (outcome === 'refused' ? 'could not sign in' : logWords(action)),
  Call: ({ action }) => action,
  Resource: ({ resource }) => resource,
  Id: ({ id }) => id,
  Fields: ({ fields }) => fields.join(' '),
  'Network address': ({ address }) => address,
  Request: ({ request }) => request,
  Outcome: ({ outcome }) => outcome,
};

/**
 * Returns the line for people who may see the record but not the log: without the IP address and the request id, and
 * without a colleague's email if their name is known.
 */
function withoutAddress(line: ActivityLine) {
  const who = line.who && { ...line.who, email: line.who.name ? null : line.who.email };
  return { ...line, who, address: null, request: null };
}
