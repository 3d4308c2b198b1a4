import { limits } from '#shared/limits.ts';
import { pathOnHosts, type RewriteRules, relativeMediaPath } from '../upstream/addresses.ts';
import { parseJson } from '../upstream/json-answer.ts';
import { recentBytes } from '../upstream/recent-bytes.ts';
import { isPlainJson, type TextRules } from './plain-json.ts';
import { depthLimit, type PresentOptions, presentAnswer } from './present.ts';
import type { PresentedRow } from './served-images.ts';

/**
 * `presentAnswer` from bytes to bytes. Where nothing in them would change they go on as they came, looked through but not parsed
 * and written anew (docs/decisions/0024-what-a-call-costs.md says what is looked for). Rejects as `parseJson` and `presentAnswer` do.
 */
export async function presentBytes(
  bytes: Buffer,
  row: PresentedRow,
  rules: RewriteRules,
  options?: PresentOptions,
): Promise<Buffer> {
  const text = textRules(rules);
  // What was made of rich text may be another thing the next time: only what has none is remembered.
  const recent = row.html ? undefined : recentBytes(bytes);
  const known = recent?.presented.get(text);
  if (known) return known;
  // A page has a text twice.
  const mayChange = row.html && (mayHoldMarkup(bytes) || 2 * bytes.length > limits.shownText);
  const isPlain = !mayChange && isPlainJson(bytes, text, depthLimit);
  const presented = isPlain
    ? bytes
    : Buffer.from(JSON.stringify(await presentAnswer(parseJson(bytes), row, rules, options)));
  recent?.presented.set(text, presented);
  return presented;
}

/** Without `<` no text has markup, whatever its field; `\u003c` is one too. */
function mayHoldMarkup(bytes: Buffer): boolean {
  return bytes.includes(0x3c) || bytes.includes('\\u00');
}

const known = new WeakMap<RewriteRules, TextRules>();

function textRules(rules: RewriteRules): TextRules {
  const made = known.get(rules) ?? makeTextRules(rules);
  known.set(rules, made);
  return made;
}

/** Which texts `presentAnswer` may change, whatever their field: addresses, and bare paths of media. */
function makeTextRules({ hosts, mediaPaths }: RewriteRules): TextRules {
  const suspects = new Uint8Array(1 << 16);
  const mark = (first: string, second: string) => {
    suspects[(first.charCodeAt(0) << 8) | second.charCodeAt(0)] = 1;
  };
  const begins = ['//', 'ht', 'Ht', 'hT', 'HT', ...mediaPaths.map((path) => path.slice(1, 3))];
  for (const [first = '', second = '/'] of begins) {
    mark(first, second);
    // Either letter may be escaped.
    mark(first, '\\');
  }
  suspects.fill(1, 0x5c << 8, 0x5d << 8);
  return {
    suspects,
    changes: (text) =>
      pathOnHosts(text, hosts) !== undefined || relativeMediaPath(text, mediaPaths) !== undefined,
  };
}
