import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import { recentBytes } from '../upstream/recent-bytes.ts';
import type { ReadAnswer } from './fetch-read.ts';
import { entityOf, fallbacks } from './kinds-of-things.ts';

type Path = readonly PropertyKey[];

/** An optional field or a row of a list (of the answer itself, or of one thing in it) that was removed from an answer. */
interface LeftOut {
  what: 'field' | 'row';
  /** Of the thing that it belongs to, or that was left out itself. */
  id: string;
  /** The field that does not fit, as a path within that thing. */
  field: string;
}

/** Most places that are logged: a host whose every row is wrong fills neither the log nor the memory. */
const mostLogged = 1_000;
const longestId = 40;

/**
 * Makes the answers of public reads fit the contract where a host gives something else: a list leaves a row out that cannot be
 * shown, and a thing an optional field, instead of failing as a whole. Each is logged once, with its id and field; what a host
 * says nothing of is as `fallbacks` has it. An answer that fits stays as it is, and one that cannot be made to fit too: its reader refuses it.
 */
export function createFitAnswers(
  log?: Pick<Logger, 'warn'>,
): (row: ContractRow, answer: ReadAnswer) => ReadAnswer {
  const logged = new Set<string>();

  function warn(row: ContractRow, said: object, text: string): void {
    const key = JSON.stringify([row.name, said]);
    if (logged.has(key) || logged.size >= mostLogged) return;
    logged.add(key);
    log?.warn({ call: row.name, ...said }, text);
  }

  function report(row: ContractRow, { leftOut, misfit }: Fitted): void {
    for (const each of leftOut)
      warn(row, each, `an answer of the API host does not fit: a ${each.what} is left out`);
    if (misfit !== undefined)
      warn(row, { field: misfit }, 'an answer of the API host does not fit, and cannot be shown');
  }

  return (row, answer) => {
    if (!isPublicRead(row) || answer.status >= 300) return answer;
    const { bytes } = answer;
    const known = bytes && recentBytes(bytes)?.without;
    if (known?.has(row)) return answer;
    const body = bytes ? JSON.parse(bytes.toString()) : answer.body;
    if (!body || !saysSuccess(body)) return answer;
    const fitted = fitData(row, body.data);
    report(row, fitted);
    if (fitted.data !== body.data) return withBody(answer, { ...body, data: fitted.data });
    if (fitted.misfit === undefined) known?.add(row);
    return answer;
  };
}

function isPublicRead(row: ContractRow): boolean {
  return row.access === 'public' && row.method === 'GET' && row.origin !== 'session';
}

/** The answer with another body, as bytes where it had bytes. */
function withBody(answer: ReadAnswer, body: object): ReadAnswer {
  return answer.bytes ? { ...answer, bytes: Buffer.from(JSON.stringify(body)) } : { ...answer, body };
}

interface Fitted {
  data: unknown;
  leftOut: LeftOut[];
  /** The field that makes the answer unusable. */
  misfit?: string | undefined;
}

/** Missing fields get their value of `fallbacks`; other fields that do not fit go; then the rows that lack what they must have. */
function fitData(row: ContractRow, given: unknown): Fitted {
  const problems = problemsOf(row, given);
  if (problems.length === 0) return { data: given, leftOut: [] };
  const data = structuredClone(given);
  const wrong = problems.filter((path) => !fillIn(row, data, path));
  for (const path of wrong) if (typeof path.at(-1) === 'string') leaveOut(data, path);
  const lacking = problemsOf(row, data);
  const rows = new Map(lacking.map((path) => [String(rowOf(path)), rowOf(path)]));
  // From inside out and from the end, so that no path is that of another row when its turn comes.
  const inTurn = [...rows.values()].sort(
    (one, other) => other.length - one.length || indexOf(other) - indexOf(one),
  );
  for (const path of inTurn) leaveOut(data, path);
  const misfit = problemsOf(row, data)[0];
  if (misfit) return { data: given, leftOut: [], misfit: misfit.map(String).join('.') };
  const needed = new Set(lacking.map(String));
  const leftOut = wrong.map((path) => ({
    what: needed.has(String(path)) ? ('row' as const) : ('field' as const),
    ...placeOf(given, path),
  }));
  return { data, leftOut };
}

/** Sets a missing field to its value of `fallbacks`; false if there is none. */
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

/** The path of the innermost row of a list on the way to a value; empty where there is none. */
function rowOf(path: Path): Path {
  return path.slice(0, path.findLastIndex((name) => typeof name === 'number') + 1);
}

function indexOf(path: Path): number {
  return Number(path.at(-1) ?? 0);
}

function leaveOut(data: unknown, path: Path): void {
  const name = path.at(-1);
  const holder = valueAt(data, path.slice(0, -1));
  if (Array.isArray(holder) && typeof name === 'number') holder.splice(name, 1);
  else if (typeof holder === 'object' && holder !== null && name !== undefined)
    Reflect.deleteProperty(holder, name);
}

/** The id of the thing that is read, or of the row of the list that is, and the way on from there. */
function placeOf(data: unknown, path: Path): { id: string; field: string } {
  const start = startOf(path);
  const thing = valueAt(data, path.slice(0, start));
  const { id } = (thing ?? {}) as { id?: unknown };
  return { id: String(id).slice(0, longestId), field: path.slice(start).map(String).join('.') };
}

/** Where a path goes on within the thing that is read, or within the row of the list that is. */
function startOf(path: Path): number {
  return path[0] === 'data' && typeof path[1] === 'number' ? 2 : 0;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce(
    (value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name],
    data,
  );
}
