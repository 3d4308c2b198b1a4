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
  names: string[];
  rows: ContractRow[];
}

const compiled = compile(rows);

/** Cache of recent matches, by method and path. An admin's browser requests only a few different paths. */
const recent = new Map<string, Map<string, ContractMatch>>();
const recentSize = 200;
/** The longest path, in characters, that is cached, so that no client can fill the cache with long paths. */
const longestRecent = 200;
const callNames = new Set(rows.map((row) => firstSegment(row.path).toLowerCase()));

/**
 * Finds the row for a method and a raw path without query. HEAD is answered by the GET row (RFC 9110 §9.3.2). Case
 * and slashes must match exactly; an id must match `idInAddress`.
 */
export function matchContract(method: string, path: string): ContractMatch {
  const known = recent.get(method)?.get(path);
  if (known) return known;
  const found = findMatch(method, path);
  if (found.row && path.length <= longestRecent) {
    const ofMethod = recent.get(method) ?? new Map<string, ContractMatch>();
    if (ofMethod.size >= recentSize) ofMethod.clear();
    recent.set(method, ofMethod.set(path, found));
  }
  return found;
}

function findMatch(method: string, path: string): ContractMatch {
  const entry = compiled.get(firstSegment(path))?.find((each) => each.pattern.test(path));
  if (!entry) return { params: {}, allow: [], nearMiss: callNames.has(plainName(path)) };
  const found = entry.pattern.exec(path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const row = entry.rows.find((candidate) => candidate.method === wanted);
  const params = Object.fromEntries(entry.names.map((name, index) => [name, found?.[index + 1] ?? '']));
  const allow = entry.rows.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method]));
  return { ...(row && { row }), params, allow, nearMiss: false };
}

function firstSegment(path: string): string {
  return path.split('/', 3)[2] ?? '';
}

/**
 * Returns the call's name that a lenient host could read from a path: decoded up to three times, normalised (NFKC),
 * in lower case, cut at the first character that no name has ("singlePost;a=1", "singlePost.json", "singlePost%2F1").
 */
function plainName(path: string): string {
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

function decodeLeniently(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // The bytes are not UTF-8. They are replaced by a character that no name contains, so that the name ends here;
    // the part before it is still compared with the names of calls.
    return '\ufffd';
  }
}

function compile(all: readonly ContractRow[]): Map<string, CompiledPath[]> {
  const bySegment = new Map<string, CompiledPath[]>();
  const byPath = new Map<string, CompiledPath>();
  for (const row of all) {
    const known = byPath.get(row.path);
    if (known) {
      known.rows.push(row);
      continue;
    }
    const entry: CompiledPath = {
      pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, `(${idInAddress})`)}$`),
      names: [...row.path.matchAll(/\{(\w+)\}/g)].map((mark) => mark[1] ?? ''),
      rows: [row],
    };
    byPath.set(row.path, entry);
    const segment = firstSegment(row.path);
    bySegment.set(segment, [...(bySegment.get(segment) ?? []), entry]);
  }
  return bySegment;
}
