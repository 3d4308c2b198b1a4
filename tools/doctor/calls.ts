import { z } from 'zod';
import { callPath } from '#shared/contract/call-path.ts';
import { trashRows } from '#shared/contract/desk/trash.ts';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import type { IdOf } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/is-record.ts';
import { idSchema } from '#shared/schemas/id.ts';
import { isList } from '../../hosts/host-file/entities.ts';
import { readAt } from '../../hosts/host-file/map-path.ts';
import { isActive } from '../../server/bff/reads/active-posts.ts';
import type { Examination, Finding } from './finding.ts';
import { type Answer, causeOf, createHost, header, isTimeout } from './host.ts';
import { mediaAddresses } from './media.ts';

/**
 * Calls that list ids which other calls need. They are checked first and in this order. The site needs all of these
 * calls except the last one.
 */
export const lists: readonly CallName[] = [
  'getProjectCategory',
  'getProjects',
  'activeBlogs',
  'blogs',
  'jobs',
  'getMessages',
];

/** Checks one call of the contract at the host. */
export async function checkRow(exam: Examination, name: string, row: ContractRow): Promise<Finding> {
  const group = row.origin === 'spec' ? 'known' : 'extension';
  const common = { group, subject: `${row.method} ${row.path}` } as const;
  if (exam.adapted && !exam.adapted.has(row)) return { ...common, ...absentInFile(row) };
  try {
    const found =
      row.method !== 'GET' || (row.access === 'admin' && row.path.includes('{') && !knownId(exam, row))
        ? await askOptions(exam, row)
        : row.access === 'admin'
          ? await readAsAdmin(exam, name, row)
          : await readAsVisitor(exam, name, row);
    exam.silences = 0;
    const { result, text } = found;
    const lost = result === 'there' && (await pagesProblem(exam, row));
    if (lost) return { ...common, ...lost, fatal: true };
    if (result === 'absent') return { ...common, ...absentAtHost(row, text) };
    return { ...common, ...found, ...(result === 'wrong' && row.origin === 'spec' && { fatal: true }) };
  } catch (error) {
    exam.silences = isTimeout(error) ? exam.silences + 1 : 0;
    const text = await causeOf(error, exam.upstream.url, exam.upstream.timeoutMs);
    return { ...common, result: 'wrong', text, ...(row.origin === 'spec' && { fatal: true }) };
  }
}

/** Returns the finding for a call that the host lacks. */
function absentAtHost(row: ContractRow, text: string): Pick<Finding, 'result' | 'text' | 'mend' | 'fatal'> {
  if (row.origin !== 'spec') return { result: 'absent', text: row.without ?? text };
  const mend = `make the host answer ${row.path}, or map the call in DATA_DIR/host.json`;
  // A missing call that changes data is not fatal, since only admins notice it. A missing read is fatal.
  return { result: 'absent', text, mend, ...(row.method === 'GET' && { fatal: true }) };
}

/**
 * Returns the finding for a call that is missing in host.json. The file may leave out calls that the host lacks,
 * except for the reads that pages need.
 */
function absentInFile(row: ContractRow): Pick<Finding, 'result' | 'text' | 'mend' | 'fatal'> {
  const { name } = row;
  const text =
    (name in trashRows
      ? 'the site itself takes snapshots of deleted records that can be added again'
      : row.without) ?? `host.json does not have it: ${row.summary.toLowerCase()}`;
  // Only the reads of docs/product.md §7 are fatal: without them pages cannot be shown.
  if (row.origin !== 'spec' || row.method !== 'GET') return { result: 'absent', text };
  return { result: 'absent', text, mend: `map ${name} in host.json`, fatal: true };
}

/** Makes a read, and notes it for `pagesProblem`. */
async function readPage(exam: Examination, path: string, token?: string): Promise<Answer> {
  const answer = await exam.host.ask('GET', path, token ? { token } : {});
  exam.listed = { path, token, answer };
  return answer;
}

type Found = Pick<Finding, 'result' | 'text' | 'mend'>;

async function readAsVisitor(exam: Examination, name: string, row: ContractRow): Promise<Found> {
  const kind = kindOf(row);
  const id = knownId(exam, row);
  if (name === 'getCategoryByTitle' && exam.title === undefined) {
    return { result: 'untried', text: 'the host lists no category to test with' };
  }
  // If no list has shown an id, id 1 is tried. If that fails, nothing is known about the call, so it counts as
  // untried.
  const answer = await readPage(exam, callPath(row, { id: id ?? 1 }) + queryOf(exam, name, row));
  if (kind && id === undefined && (answer.status !== 200 || !isRecord(answer.json))) {
    return {
      result: 'untried',
      text: `no list has a ${kind === 'blog' ? 'public post' : kind} to test with (for id 1 the host answers ${answer.status})`,
    };
  }
  return judge(exam, row, answer);
}

async function readAsAdmin(exam: Examination, name: string, row: ContractRow): Promise<Found> {
  const path = callPath(row, { id: knownId(exam, row) ?? 1 }) + queryOf(exam, name, row);
  const answer = await readPage(exam, path);
  // A host behind an adapter may answer with another 4xx status than 401 and 403, for example because a parameter is
  // missing. That is not necessarily a refusal of visitors, so the call is repeated with the token.
  const isRefused = exam.adapted && exam.token && answer.status >= 400 && answer.status < 500;
  if (answer.status === 401 || answer.status === 403 || isRefused) {
    if (!exam.token || row.download) return { result: 'there', text: `asks for a token (${answer.status})` };
    const read = await readPage(exam, path, exam.token);
    return judge(exam, row, read);
  }
  if (answer.status !== 200) return judge(exam, row, answer);
  // A list for admins should refuse visitors. Two cases are not reported as a fault: the list of all posts, which the
  // site also uses for visitors if the host has no list of the active ones; and a list that contains no record hidden
  // from visitors.
  const { hidden } = row;
  if (name === 'blogs' || (exam.adapted && hidden && !rowsOf(answer).some((each) => isLike(each, hidden)))) {
    const judged = judge(exam, row, answer);
    return judged.result === 'there' ? { ...judged, text: `${judged.text}; public` } : judged;
  }
  return {
    result: 'wrong',
    text: 'answers without a token: anyone can read it at the host',
    mend: 'make the host require a token there',
  };
}

/**
 * Reads page 2 and the last page of a list whose first page was read last. Returns what is wrong with them: a page
 * that is not there, or rows that cannot be reached.
 */
async function pagesProblem(exam: Examination, row: ContractRow): Promise<Found | undefined> {
  const { name, path: bare } = row;
  const { listed, adapted, host } = exam;
  exam.listed = undefined;
  if (!listed || !isList(row)) return undefined;
  const { path, token, answer } = listed;
  const first = rowsOf(answer);
  const { last_page: last = 1, per_page: size, total } = (readAt(answer.json, 'data') ?? {}) as Pages;
  const wrong = (text: string, place: string): Found => ({
    ...{ result: 'wrong', text },
    mend: adapted
      ? `correct ${place} in host.json (envelope, or calls.${name}.envelope)`
      : `make the host answer ${bare}?page=N with the right current_page, last_page and total`,
  });
  const idsOf = (rows: Record<string, unknown>[]) => JSON.stringify(rows.map(({ id }) => id));
  let shown = first.length;
  for (const page of new Set([2, last].filter((each) => each <= last && each > 1))) {
    const seen = await host.ask('GET', path.replace('page=1', `page=${page}`), token ? { token } : {});
    const rows = seen.status === 200 ? rowsOf(seen) : [];
    shown = rows.length;
    if (rows.length === 0)
      return wrong(
        `page ${page} of ${last} has no rows (${seen.status})`,
        'envelope.last_page and envelope.total',
      );
    if (idsOf(rows) === idsOf(first))
      return wrong(`page ${page} has the rows of page 1`, 'the name of the page in envelope.paging');
  }
  const reached = (last - 1) * (size ?? first.length) + shown;
  if (total !== undefined && reached < total)
    return wrong(
      `only ${reached} of ${total} rows are on its ${last} pages`,
      'envelope.last_page and envelope.per_page',
    );
  return (await hasMorePages(exam, row, first, token))
    ? wrong('the host has more rows on another page', 'envelope.paging')
    : undefined;
}

interface Pages {
  last_page?: number;
  per_page?: number;
  total?: number;
}

/** True if a host whose file names no paging has other rows on a second page. */
async function hasMorePages(
  { adapted }: Examination,
  { name, path }: ContractRow,
  [first]: readonly Record<string, unknown>[],
  token: string | undefined,
): Promise<boolean> {
  const mapped = adapted?.map.answererOf({ name });
  if (!adapted || !first || !mapped || 'derived' in mapped || (mapped.envelope.paging ?? 'none') !== 'none')
    return false;
  const seen = await createHost(adapted.paged).ask('GET', `${path}?page=2`, token ? { token } : {});
  const [other] = seen.status === 200 ? rowsOf(seen) : [];
  return other !== undefined && other.id !== first.id;
}

function isLike(thing: Record<string, unknown>, fields: Record<string, unknown>): boolean {
  return Object.entries(fields).every(([name, value]) => thing[name] === value);
}

function rowsOf({ json }: Answer): Record<string, unknown>[] {
  const rows = readAt(json, 'data.data');
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Returns the finding for an answer to a call of the contract. */
function judge(exam: Examination, row: ContractRow, answer: Answer): Found {
  const { status, json, type } = answer;
  if (status === 404 || status === 405) {
    return row.path.includes('{') && exam.results.get(listOf(row)) === 'there' && row.origin === 'spec'
      ? { result: 'wrong', text: `answers ${status} for an id that the host has listed` }
      : { result: 'absent', text: `answers ${status}` };
  }
  const wrong = (text: string, mend?: string): Found => ({ result: 'wrong', text, mend });
  if (status === 401 || status === 403)
    return wrong(
      `asks visitors for a token (${status})`,
      'make the host answer it without a token: visitors have none',
    );
  if (status >= 300 && status < 400)
    return wrong(
      `redirects (${status}) to ${header(answer.headers, 'location').slice(0, 120) || 'nowhere'}; redirects are not followed`,
      'set UPSTREAM_URL to the address that answers directly (https instead of http, with or without www)',
    );
  if (status !== 200) return wrong(`answers ${status}`, "see the host's own log");
  if (!isRecord(json))
    return wrong(
      `answers ${type || 'something'} that is not JSON`,
      'is UPSTREAM_URL the API, and not the website in front of it?',
    );
  if ('status' in json && Number(json.status) !== 1)
    return wrong(`answers 200 with status ${JSON.stringify(json.status)}, which means failure`);
  const checked = z.object({ data: row.data }).safeParse(json);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    return wrong(
      `answers, but ${issue?.path.join('.') || 'the answer'}: ${issue?.message}`,
      `see shared/schemas for the fields the site reads; ${row.summary.toLowerCase()}`,
    );
  }
  // Behind an adapter, an answer also contains fields of the host that the site never shows. Their media is ignored.
  exam.media.push(...mediaAddresses(exam.adapted ? checked.data : json));
  learn(exam, row, json);
  const note = 'status' in json ? '' : '; it has no status field, so 2xx counts as success';
  return { result: 'there', text: `${answer.milliseconds} ms${note}` };
}

/** Checks with an OPTIONS request whether the host has a call that must not be made because it changes data. */
async function askOptions(exam: Examination, row: ContractRow): Promise<Found> {
  const untried: Found = { result: 'untried', text: 'not tried: it changes something' };
  if (exam.adapted) return untried;
  exam.optionsTell ??= await optionsTell(exam);
  if (!exam.optionsTell) return untried;
  const { status, headers } = await exam.host.ask('OPTIONS', callPath(row, { id: 1 }));
  if (status === 404 || status === 501) return { result: 'absent', text: `answers ${status}` };
  const allow = header(headers, 'allow').toUpperCase();
  if (allow && !allow.split(/,\s*/).includes(row.method)) {
    return { result: 'absent', text: `accepts ${allow} there, not ${row.method}` };
  }
  if (status === 429 || status >= 500) return untried;
  return { result: 'there', text: 'known to the host (OPTIONS); not tried' };
}

/**
 * True if this host answers OPTIONS differently for an existing and for a missing path, so that OPTIONS is evidence.
 */
async function optionsTell({ host }: Examination): Promise<boolean> {
  const there = await host.ask('OPTIONS', contract.getProjectCategory.path);
  const nowhere = await host.ask('OPTIONS', '/api/doctorAsksForWhatIsNotThere');
  return nowhere.status === 404 && there.status !== 404 && there.status < 500;
}

/** Returns the query of a call: `?page=1` for a call with pages, and other required parameters. */
function queryOf(exam: Examination, name: string, row: ContractRow): string {
  if (name === 'getCategoryByTitle') return `?title=${encodeURIComponent(exam.title ?? '')}`;
  if (name === 'getMessages') return '?page=1&folder=inbox';
  const shape = (row.query as { shape?: Record<string, unknown> } | undefined)?.shape;
  return shape && 'page' in shape ? '?page=1' : '';
}

function learn(exam: Examination, { name, resource: kind }: ContractRow, json: unknown): void {
  if (!kind || !lists.includes(name as CallName)) return;
  const listed = readAt(json, 'data.data');
  // Visitors cannot read a draft, so its id would make the host look as if it lacked the call.
  const some =
    name === 'blogs' && Array.isArray(listed) ? listed.filter(isRecord).find(isActive) : readAt(listed, '0');
  const { data: id } = idSchema.safeParse(readAt(some, 'id'));
  if (id !== undefined) exam.ids[kind] ??= id;
  const title = readAt(json, 'data.data.0.title');
  if (kind === 'category' && typeof title === 'string') exam.title ??= title;
}

/** Returns the kind of record whose id the path of a call contains; undefined if the path contains no id. */
function kindOf({ path, resource, id = resource }: ContractRow): IdOf | undefined {
  return resource && path.includes('{') ? id : undefined;
}

/** Returns an id from the host's lists for a call whose path contains an id; undefined if no list has shown one. */
function knownId({ ids }: Examination, row: ContractRow): Id | undefined {
  const kind = kindOf(row);
  return kind && ids[kind];
}

/** Returns the name of the list that contains ids for this call. */
function listOf(row: ContractRow): string {
  const kind = kindOf(row);
  return lists.find((list) => rowOf(list).resource === kind) ?? '';
}

function rowOf(name: CallName): ContractRow {
  return contract[name];
}
