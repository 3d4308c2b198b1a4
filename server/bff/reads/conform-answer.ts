import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import { recentBytes } from '../upstream/recent-bytes.ts';
import type { ReadAnswer } from './fetch-read.ts';
import { entityOf, fallbacks } from './host-kinds.ts';
import { Json } from './json.ts';

type Path = readonly PropertyKey[];

/**
 * Maximum number of removals that are logged, so that a host whose every item is invalid fills neither the log nor
 * the memory.
 */
const mostLogged = 1_000;
const longestId = 40;

/**
 * Returns a function that makes answers of public reads valid where a host deviates from the contract. Instead of
 * failing as a whole, a list loses an item that cannot be shown, and an entity loses an optional field. Missing
 * fields get their value of `fallbacks`. Each removal is logged once, with id and field. A valid answer, and one that
 * cannot be made valid, is returned unchanged.
 */
export function createConformAnswers(
  log?: Pick<Logger, 'warn'>,
): (row: ContractRow, answer: ReadAnswer) => ReadAnswer {
  const logged = new Set<string>();

  function warn(row: ContractRow, said: object, text: string): void {
    const key = JSON.stringify([row.name, said]);
    if (logged.has(key) || logged.size >= mostLogged) return;
    logged.add(key);
    log?.warn({ call: row.name, ...said }, text);
  }

  function report(row: ContractRow, { leftOut, misfit }: ReturnType<typeof fitData>): void {
    for (const each of leftOut)
      warn(
        row,
        each,
        'an answer of the API host does not match the contract: a field, or the row that needs it, is left out',
      );
    if (misfit !== undefined)
      warn(
        row,
        { field: misfit },
        'an answer of the API host does not match the contract and cannot be shown',
      );
  }

  return (row, answer) => {
    if (!answer.body || !isPublicRead(row) || answer.status >= 300) return answer;
    const known = recentBytes(answer.body.bytes)?.without;
    if (known?.has(row)) return answer;
    const body = answer.body.value;
    if (!isRecord(body) || !saysSuccess(body)) return answer;
    const fitted = fitData(row, body.data);
    report(row, fitted);
    if (fitted.data !== body.data) return { ...answer, body: new Json({ ...body, data: fitted.data }) };
    if (fitted.misfit === undefined) known?.add(row);
    return answer;
  };
}

function isPublicRead(row: ContractRow): boolean {
  return row.access === 'public' && row.method === 'GET' && row.origin !== 'session';
}

/**
 * Makes the data valid: sets missing fields to their value of `fallbacks`, removes other invalid fields, then removes
 * the list items that lack a required field.
 */
function fitData(row: ContractRow, given: unknown) {
  const problems = problemsOf(row, given);
  if (problems.length === 0) return { data: given, leftOut: [], misfit: undefined };
  const data = structuredClone(given);
  const wrong = problems.filter((path) => !fillIn(row, data, path));
  for (const path of wrong) if (typeof path.at(-1) === 'string') leaveOut(data, path);
  // The rows that still lack something are removed, those of inner lists too.
  const lacking = problemsOf(row, data).map(rowOf);
  const removed = new Set(lacking.map((path) => valueAt(data, path)));
  for (const list of new Set(lacking.map((path) => valueAt(data, path.slice(0, -1)))))
    if (Array.isArray(list)) list.splice(0, list.length, ...list.filter((item) => !removed.has(item)));
  const misfit = problemsOf(row, data)[0];
  if (misfit) return { data: given, leftOut: [], misfit: misfit.map(String).join('.') };
  return { data, leftOut: wrong.map((path) => placeOf(given, path)), misfit: undefined };
}

/** Sets a missing field to its value of `fallbacks`; returns false if `fallbacks` has no value for that field. */
function fillIn(row: ContractRow, data: unknown, path: Path): boolean {
  const start = startOf(path);
  const name = String(path[start]);
  const entity = entityOf(row);
  const meant = entity && fallbacks[entity];
  if (path.length !== start + 1 || !meant || !Object.hasOwn(meant, name)) return false;
  const thing = valueAt(data, path.slice(0, start)) as Record<string, unknown>;
  if ((thing[name] ?? null) !== null) return false;
  thing[name] = structuredClone(meant[name]);
  return true;
}

function problemsOf(row: ContractRow, data: unknown): Path[] {
  return row.data.safeParse(data).error?.issues.map(({ path }) => path) ?? [];
}

/** Returns the path of the innermost list item that contains a value; empty if no list item contains the value. */
function rowOf(path: Path): Path {
  return path.slice(0, path.findLastIndex((name) => typeof name === 'number') + 1);
}

function leaveOut(data: unknown, path: Path): void {
  const holder = valueAt(data, path.slice(0, -1));
  if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, path.at(-1) as string);
}

/**
 * Returns the id of the entity or list item that contains the value at `path`, and the rest of the path within it.
 */
function placeOf(data: unknown, path: Path): { id: string; field: string } {
  const start = startOf(path);
  const thing = valueAt(data, path.slice(0, start));
  const { id } = (thing ?? {}) as { id?: unknown };
  return { id: String(id).slice(0, longestId), field: path.slice(start).map(String).join('.') };
}

/**
 * Returns the number of steps at the beginning of `path` that lead to the entity or list item. The steps after them
 * are the path within it.
 */
function startOf(path: Path): number {
  return path[0] === 'data' && typeof path[1] === 'number' ? 2 : 0;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce(
    (value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name],
    data,
  );
}
