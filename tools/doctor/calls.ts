import { z } from 'zod';
import { trashRows } from '#shared/contract/desk/content.ts';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { contentNames } from '#shared/entities/index.ts';
import { isRecord } from '#shared/json.ts';
import { idSchema } from '#shared/schemas/fields.ts';
import { isList, queryNames } from '../../hosts/host-file/entities.ts';
import { readAt } from '../../hosts/host-file/pieces.ts';
import { isActive } from '../../server/bff/reads/host-reads.ts';
import { absent, type Examination, fatal, inGroup, there, untried, type Words, wrong } from './finding.ts';
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
export async function checkRow(exam: Examination, name: string, row: ContractRow) {
  const isKnown = row.origin === 'spec';
  const say = (found: Words) => inGroup(isKnown ? 'known' : 'extension')(`${row.method} ${row.path}`, found);
  const asKnown = isKnown ? fatal : wrong;
  if (exam.adapted && !exam.adapted.has(row)) return say(absentInFile(row));
  try {
    const found =
      row.method !== 'GET' || (row.access === 'admin' && row.path.includes('{') && !knownId(exam, row))
        ? await askOptions(exam, row)
        : row.access === 'admin'
          ? await readAsAdmin(exam, name, row)
          : await readAsVisitor(exam, name, row);
    exam.silences = 0;
    const { result, text, mend } = found;
    const lost = result === 'there' && (await pagesProblem(exam, row));
    if (lost) return say({ ...lost, fatal: true });
    if (result === 'wrong') return say(asKnown(text, mend));
    if (result !== 'absent') return say(found);
    // A missing call that changes data is not fatal, since only admins notice it. A missing read is fatal.
    return say(
      isKnown
        ? {
            ...absent(text, `make the host answer ${row.path}, or map the call in DATA_DIR/host.json`),
            fatal: row.method === 'GET',
          }
        : absent(row.without ?? text),
    );
  } catch (error) {
    exam.silences = isTimeout(error) ? exam.silences + 1 : 0;
    return say(asKnown(await causeOf(error, exam.upstream)));
  }
}

/**
 * Returns the finding for a call that is missing in host.json. The file may leave out calls that the host lacks,
 * except for the reads that pages need.
 */
function absentInFile({ name, without, summary, origin, method }: ContractRow) {
  const text =
    name in trashRows
      ? 'the site itself takes snapshots of deleted records that can be added again'
      : (without ?? `host.json does not have it: ${summary.toLowerCase()}`);
  // Only the reads of docs/product.md §7 are fatal: without them pages cannot be shown.
  return origin === 'spec' && method === 'GET'
    ? { ...absent(text, `map ${name} in host.json`), fatal: true }
    : absent(text);
}

/** Makes a read, and notes it for `pagesProblem`. */
async function readPage(exam: Examination, path: string, token?: string) {
  const answer = await exam.host.ask('GET', path, { token });
  exam.listed = { path, token, answer };
  return answer;
}

async function readAsVisitor(exam: Examination, name: string, row: ContractRow) {
  const kind = kindOf(row);
  const id = knownId(exam, row);
  if (name === 'getCategoryByTitle' && exam.title === undefined)
    return untried('the host lists no category to test with');
  // If no list has shown an id, id 1 is tried. If that fails, nothing is known about the call, so it counts as
  // untried.
  const answer = await readPage(exam, callPath(row, { id: id ?? 1 }) + queryOf(exam, name, row));
  return kind && id === undefined && (answer.status !== 200 || !isRecord(answer.json))
    ? untried(
        `no list has a ${kind === 'blog' ? 'public post' : kind} to test with (for id 1 the host answers ${answer.status})`,
      )
    : judge(exam, row, answer);
}

async function readAsAdmin(exam: Examination, name: string, row: ContractRow) {
  const { adapted, token } = exam;
  const path = callPath(row, { id: knownId(exam, row) ?? 1 }) + queryOf(exam, name, row);
  const answer = await readPage(exam, path);
  const { status } = answer;
  // A host behind an adapter may answer with another 4xx status than 401 and 403, for example because a parameter is
  // missing. That is not necessarily a refusal of visitors, so the call is repeated with the token.
  if (status === 401 || status === 403 || (adapted && token && status >= 400 && status < 500))
    return token && !row.download
      ? judge(exam, row, await readPage(exam, path, token))
      : there(`asks for a token (${status})`);
  if (status !== 200) return judge(exam, row, answer);
  // A list for admins should refuse visitors. Two cases are not reported as a fault: the list of all posts, which the
  // site also uses for visitors if the host has no list of the active ones; and a list or search of content that contains
  // no record hidden from visitors.
  const hidden = Object.entries(row.hidden ?? {});
  const isHidden = (thing: Record<string, unknown>) =>
    hidden.length > 0 && hidden.every(([field, value]) => thing[field] === value);
  const isOfContent = contentNames.some((each) => each === row.resource);
  if (name === 'blogs' || (adapted && isOfContent && !rowsOf(answer).some(isHidden))) {
    const judged = judge(exam, row, answer);
    return judged.result === 'there' ? there(`${judged.text}; public`) : judged;
  }
  return wrong(
    'answers without a token: anyone can read it at the host',
    'make the host require a token there',
  );
}

/**
 * Reads page 2 and the last page of a list whose first page was read last. Returns what is wrong with them: a page
 * that is not there, or rows that cannot be reached.
 */
async function pagesProblem(exam: Examination, row: ContractRow) {
  const { name, path: bare } = row;
  const { listed, adapted, host } = exam;
  exam.listed = undefined;
  if (!listed || !isList(row)) return undefined;
  const { path, token, answer } = listed;
  const first = rowsOf(answer);
  const numberAt = (place: string) => readAt(answer.json, `data.${place}`) as number | undefined;
  const [last = 1, size = first.length, total = 0] = ['last_page', 'per_page', 'total'].map(numberAt);
  const lost = (text: string, place: string) =>
    wrong(
      text,
      adapted
        ? `correct ${place} in host.json (envelope, or calls.${name}.envelope)`
        : `make the host answer ${bare}?page=N with the right current_page, last_page and total`,
    );
  const idsOf = (rows: Record<string, unknown>[]) => JSON.stringify(rows.map(({ id }) => id));
  let shown = first.length;
  for (const page of new Set([2, last].filter((each) => each <= last && each > 1))) {
    const seen = await host.ask('GET', path.replace('page=1', `page=${page}`), { token });
    const rows = rowsOf(seen);
    shown = rows.length;
    if (shown === 0)
      return lost(
        `page ${page} of ${last} has no rows (${seen.status})`,
        'envelope.last_page and envelope.total',
      );
    if (idsOf(rows) === idsOf(first))
      return lost(`page ${page} has the rows of page 1`, 'the name of the page in envelope.paging');
  }
  const reached = (last - 1) * size + shown;
  if (reached < total)
    return lost(
      `only ${reached} of ${total} rows are on its ${last} pages`,
      'envelope.last_page and envelope.per_page',
    );
  // A host whose file names no paging may have other rows on a second page.
  const mapped = adapted?.map.calledFor({ name });
  if (!adapted || !mapped || (mapped.envelope.paging ?? 'none') !== 'none') return undefined;
  const pageAt = (number: number) =>
    createHost(adapted.paged).ask('GET', path.replace('page=1', `page=${number}`), { token });
  const [[one], [other]] = [rowsOf(await pageAt(1)), rowsOf(await pageAt(2))];
  return one && other && other.id !== one.id
    ? lost('the host has more rows on another page', 'envelope.paging')
    : undefined;
}

function rowsOf({ status, json }: Answer) {
  const rows = status === 200 && readAt(json, 'data.data');
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Returns the finding for an answer to a call of the contract. */
function judge(exam: Examination, row: ContractRow, { status, headers, json, type, milliseconds }: Answer) {
  if (status === 404 || status === 405)
    return row.path.includes('{') && exam.results.get(listOf(row)) === 'there' && row.origin === 'spec'
      ? wrong(`answers ${status} for an id that the host has listed`)
      : absent(`answers ${status}`);
  if (status === 401 || status === 403)
    return wrong(
      `asks visitors for a token (${status})`,
      'make the host answer it without a token: visitors have none',
    );
  if (status >= 300 && status < 400)
    return wrong(
      `redirects (${status}) to ${header(headers, 'location').slice(0, 120) || 'nowhere'}; redirects are not followed`,
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
  const { error, data } = z.object({ data: row.data }).safeParse(json);
  if (error) {
    const [issue] = error.issues;
    return wrong(
      `answers, but ${issue?.path.join('.') || 'the answer'}: ${issue?.message}`,
      `see shared/schemas for the fields the site reads; in host.json, fields names their places (a proposal lists there what it did not use); ${row.summary.toLowerCase()}`,
    );
  }
  // Behind an adapter, an answer also contains fields of the host that the site never shows. Their media is ignored.
  exam.media.push(...mediaAddresses(exam.adapted ? data : json));
  learn(exam, row, json);
  const note = 'status' in json ? '' : '; it has no status field, so 2xx counts as success';
  return there(`${milliseconds} ms${note}`);
}

/** Checks with an OPTIONS request whether the host has a call that must not be made because it changes data. */
async function askOptions(exam: Examination, row: ContractRow) {
  exam.optionsTell ??= !exam.adapted && (await optionsTell(exam));
  const { status, headers } = exam.optionsTell
    ? await exam.host.ask('OPTIONS', callPath(row, { id: 1 }))
    : { status: 429, headers: {} };
  if (status === 404 || status === 501) return absent(`answers ${status}`);
  const allow = header(headers, 'allow').toUpperCase();
  if (allow && !allow.split(/,\s*/).includes(row.method))
    return absent(`accepts ${allow} there, not ${row.method}`);
  return status === 429 || status >= 500
    ? untried('not tried: it changes something')
    : there('known to the host (OPTIONS); not tried');
}

/**
 * True if this host answers OPTIONS differently for an existing and for a missing path, so that OPTIONS is evidence.
 */
async function optionsTell({ host }: Examination) {
  const there = await host.ask('OPTIONS', contract.getProjectCategory.path);
  const nowhere = await host.ask('OPTIONS', '/api/doctorAsksForWhatIsNotThere');
  return nowhere.status === 404 && there.status !== 404 && there.status < 500;
}

/** Returns the query of a call: `?page=1` for a call with pages, and other required parameters. */
function queryOf(exam: Examination, name: string, row: ContractRow) {
  if (name === 'getCategoryByTitle') return `?title=${encodeURIComponent(exam.title ?? '')}`;
  if (name === 'getMessages') return '?page=1&folder=inbox';
  return queryNames(row).includes('page') ? '?page=1' : '';
}

function learn(exam: Examination, { name, resource: kind }: ContractRow, json: unknown) {
  if (!kind || !lists.includes(name as CallName)) return;
  const rows = rowsOf({ status: 200, json } as Answer);
  // Visitors cannot read a draft, so its id would make the host look as if it lacked the call.
  const some = name === 'blogs' ? rows.find(isActive) : rows[0];
  const { data: id } = idSchema.safeParse(some?.id);
  if (id !== undefined) exam.ids[kind] ??= id;
  if (kind === 'category' && typeof some?.title === 'string') exam.title ??= some.title;
}

/** Returns the kind of record whose id the path of a call contains; undefined without an id or a kind of its own. */
const kindOf = ({ resource, id }: ContractRow) => resource && id;

/** Returns an id from the host's lists for a call whose path contains an id; undefined if no list has shown one. */
function knownId({ ids }: Examination, row: ContractRow) {
  const kind = kindOf(row);
  return kind && ids[kind];
}

/** Returns the name of the list that contains ids for this call. */
const listOf = (row: ContractRow) =>
  lists.find((list) => (contract[list] as ContractRow).resource === kindOf(row)) ?? '';
