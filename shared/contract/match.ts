import { idInAddress } from '../id.ts';
import { rows } from './index.ts';
import type { ContractRow } from './row.ts';

/** The result of looking up a path in the contract. */
interface ContractMatch {
  /** The row for this method and path. */
  readonly row?: ContractRow;
  readonly params: Readonly<Record<string, string>>;
  /** The methods that the contract lists for the path; empty when the contract does not list the path. */
  readonly allow: readonly string[];
  /**
   * True when the first segment belongs to a call of the contract but the rest fits no row: a bad id, a trailing
   * slash, a different case. The BFF answers such a path with 404 and never forwards it, because without a row
   * nothing in the host's answer would be sanitised.
   */
  readonly nearMiss: boolean;
}

interface CompiledPath {
  pattern: RegExp;
  rows: ContractRow[];
}

const compiled = compile(rows);
const callNames = new Set(rows.map((row) => firstSegment(row.path).toLowerCase()));

/**
 * Finds the row for a method and a raw path; a query is not looked at. HEAD is answered by the GET row (RFC 9110 §9.3.2). Case
 * and slashes must match exactly; an id must match `idInAddress`.
 */
export function matchContract(method: string, target: string): ContractMatch {
  const [path = ''] = target.split('?', 1);
  const entry = compiled.get(firstSegment(path))?.find((each) => each.pattern.test(path));
  if (!entry) return { params: {}, allow: [], nearMiss: callNames.has(plainName(path)) };
  const [, id] = entry.pattern.exec(path) ?? [];
  const wanted = method === 'HEAD' ? 'GET' : method;
  const row = entry.rows.find((candidate) => candidate.method === wanted);
  const allow = entry.rows.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method]));
  return { row, params: id === undefined ? {} : { id }, allow, nearMiss: false };
}

function firstSegment(path: string) {
  return path.split('/', 3)[2] ?? '';
}

/**
 * Returns the call's name that a lenient host could read from a path: decoded up to three times, normalised (NFKC),
 * in lower case, cut at the first character that no name has ("singlePost;a=1", "singlePost.json", "singlePost%2F1").
 */
function plainName(path: string) {
  let name = firstSegment(path);
  for (let round = 0; round < 3 && name.includes('%'); round += 1) {
    name = name.replace(/(%[0-9a-f]{2})+/gi, (encoded) => decodeLeniently(encoded));
  }
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^[^a-z0-9_-]+/, '')
    .replace(/[^a-z0-9_-].*$/s, '');
}

function decodeLeniently(encoded: string) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // The bytes are not UTF-8. They are replaced by a character that no name contains, so that the name ends here;
    // the part before it is still compared with the names of calls.
    return '\ufffd';
  }
}

function compile(all: readonly ContractRow[]) {
  const bySegment = new Map<string, CompiledPath[]>();
  for (const path of new Set(all.map((row) => row.path))) {
    const pattern = new RegExp(`^${path.replace('{id}', `(${idInAddress})`)}$`);
    const segment = firstSegment(path);
    const entry = { pattern, rows: all.filter((row) => row.path === path) };
    bySegment.set(segment, [...(bySegment.get(segment) ?? []), entry]);
  }
  return bySegment;
}
