import type { RequestHandler } from 'express';
import { type CallName, contract } from '#shared/contract/index.ts';
import { logWords } from '#shared/contract/log-words.ts';
import { mayCall } from '#shared/contract/row.ts';
import { type CsvColumns, csvHead, csvLines, csvType } from '#shared/csv.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { mayDo } from '#shared/roles.ts';
import type { ActivityFilter, ActivityLine } from '#shared/schemas/activity.ts';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import { assertThat } from '../../errors.ts';
import { sendDownload } from '../answers.ts';
import { callOf } from '../call.ts';
import { readQuery } from '../uploads/bodies.ts';
import type { Activity } from './activity.ts';
import { readLines, readPeople } from './store.ts';

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
): Partial<Record<CallName, RequestHandler>> {
  const { db } = activity;

  const list: RequestHandler = async (req, res) => {
    const { before, per_page: perPage, ...filter } = readQuery(contract.getActivity.query, req);
    // Writes the waiting log lines before the page is read, so that an admin finds what they have just saved.
    await activity.flush();
    const page = await readLines(db, filter, before, perPage ?? limits.activityPage);
    const data = titlesOf ? await withTitles(page.data, titlesOf) : page.data;
    res.json({ status: 1, data: { ...page, data, people: await readPeople(db, mostPeople) } });
  };

  const history: RequestHandler = async (req, res) => {
    const { before, ...thing } = readQuery(contract.getHistory.query, req);
    const role = callOf(res).session?.user?.role;
    assertThat(mayCall(role, contract.getHistory, thing.resource), 'role.notAllowed', 403);
    await activity.flush();
    const { data, older } = await readLines(db, thing, before, limits.activityPage);
    const shown = mayDo(role, 'log') ? data : data.map(withoutAddress);
    res.json({ status: 1, data: { data: shown, older } });
  };

  const download: RequestHandler = async (req, res) => {
    const filter = readQuery(contract.exportActivity.query, req);
    await activity.flush();
    const described = { name: 'activity.csv', 'Content-Type': csvType };
    await sendDownload(req, res, described, () => fileOf(filter));
  };

  async function* fileOf(filter: ActivityFilter): AsyncGenerator<string> {
    yield csvHead(columns);
    let before: string | null | undefined;
    do {
      const page = await readLines(db, filter, before ?? undefined, batch);
      yield csvLines(columns, page.data);
      before = page.older;
    } while (before);
  }

  return { getActivity: list, getHistory: history, exportActivity: download };
}

/** Adds the present titles of the records, with one question for each kind of record. */
async function withTitles(lines: readonly ActivityLine[], titlesOf: TitlesOf): Promise<ActivityLine[]> {
  const ids = new Map<TrashResource, Set<Id>>();
  for (const { resource, id } of lines) {
    const kind = trashResources.find((each) => each === resource);
    if (kind && id !== null) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  }
  const titles = new Map<string, ReadonlyMap<Id, string>>();
  for (const [kind, of] of ids) titles.set(kind, await titlesOf(kind, [...of]));
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
function withoutAddress(line: ActivityLine): ActivityLine {
  const who = line.who && { ...line.who, email: line.who.name ? null : line.who.email };
  return { ...line, who, address: null, request: null };
}
