import { type Case, type KindName, kindNames, type Maker, type Place } from './case.ts';
import { chanceOf } from './chance.ts';
import { documentsMaker } from './kinds/documents.ts';
import { hostMaker } from './kinds/host.ts';
import { httpMaker } from './kinds/http.ts';
import { imagesMaker } from './kinds/images.ts';
import { jsonMaker } from './kinds/json.ts';
import { multipartMaker } from './kinds/multipart.ts';
import { type Outcome, sendCase } from './wire.ts';

/** A kind whose cases are raw bytes for a connection. */
export type WireKind = Exclude<KindName, 'html'>;

const makers: Record<WireKind, () => Maker | Promise<Maker>> = {
  http: httpMaker,
  multipart: multipartMaker,
  json: jsonMaker,
  images: imagesMaker,
  documents: documentsMaker,
  host: hostMaker,
};

/** The results of the cases of one kind at one place. */
export interface Tally {
  requests: number;
  /** Number of final answers by class, e.g. "2xx"; "none" for connections that ended without an answer. */
  classes: Record<string, number>;
  /** Number of permitted 5xx answers, by status and code. */
  expected: Record<string, number>;
  /** One sentence for each problem, with the number of its case. */
  findings: string[];
}

/** Codes that report a limit that is reached, not a failure. */
const fullCodes = [
  'upload.busy',
  'answer.busy',
  'login.busy',
  'storage.full',
  'intake.full',
  'session.storeFull',
];
/** Limit of findings for each kind: a longer list is not read. */
const mostFindings = 20;

export interface Extent {
  seed: number;
  /** Number of the first case. */
  from: number;
  count: number;
  /** Number of concurrent connections. */
  atOnce: number;
  /** Receives each case and its outcome. */
  watch?: (sent: Case, outcome: Outcome) => void;
}

/** Sends cases `from` to `from + count` of a kind and judges each answer. */
export async function sendCases(
  kind: WireKind,
  place: Place,
  { seed, from, count, atOnce, watch }: Extent,
): Promise<Tally> {
  const make = await makers[kind]();
  const tally: Tally = { requests: 0, classes: {}, expected: {}, findings: [] };
  let next = from;
  const work = async () => {
    while (next < from + count) {
      const number = next;
      next += 1;
      const name = hostNumber(kind, number);
      const sent = make(chanceOf(seed, kind, number), place, name);
      const outcome = await sendCase(place.url, sent);
      place.hostAnswers?.delete(name);
      watch?.(sent, outcome);
      tally.requests += 1;
      for (const problem of judge(sent, outcome, tally)) {
        if (tally.findings.length < mostFindings) tally.findings.push(`case ${number}: ${problem}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tally;
}

/**
 * Number for a path. Each kind has its own range, so that no case is answered from the cache entry of another kind.
 */
function hostNumber(kind: WireKind, number: number): number {
  return (kindNames.indexOf(kind) + 1) * 10_000_000 + number;
}

function* judge(sent: Case, { statuses, text, isStuck }: Outcome, tally: Tally): Generator<string> {
  if (isStuck) yield `no answer and no end of the connection to ${firstLine(sent)}`;
  if (sent.isWhole && statuses.length === 0 && !isStuck && !sent.badHost)
    yield `cut off without an answer: ${firstLine(sent)}`;
  if (sent.methods && statuses.length > 0 && statuses.length < sent.methods.length)
    yield `${statuses.length} answers to ${sent.methods.length} requests: ${firstLine(sent)}`;
  if (sent.mostAnswers !== undefined && statuses.length > sent.mostAnswers)
    yield `answers ${statuses.join(', ')} to one request: ${firstLine(sent)}`;
  if (/node_modules|\.ts:\d|SQLITE_|\bat (async )?\w+ \(/.test(text))
    yield `tells of its inside, to ${firstLine(sent)}`;
  if (/^(x-evil|set-cookie: evil|clear-site-data|refresh):?/im.test(text.split('\r\n\r\n', 1)[0] ?? ''))
    yield `passes on a header with power over the page, to ${firstLine(sent)}`;
  if (statuses.length > 0 && !/^content-security-policy: /im.test(text))
    yield `an answer without CSP, to ${firstLine(sent)}`;
  const answers = text
    .split(/(?=HTTP\/1\.1 [2-5]\d\d )/)
    .filter((answer) => /^HTTP\/1\.1 [2-5]/.test(answer));
  for (const [index, status] of (statuses.length > 0 ? statuses : [0]).entries()) {
    const name = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`;
    tally.classes[name] = (tally.classes[name] ?? 0) + 1;
    if (status < 500) continue;
    const code = /"code":"([\w.]+)"/.exec(answers[index] ?? '')?.[1] ?? '';
    const isFull = fullCodes.includes(code);
    const isBadHost = sent.badHost && status >= 502 && status <= 504;
    if (isFull || isBadHost) {
      const line = `${status} ${code || 'page'}`;
      tally.expected[line] = (tally.expected[line] ?? 0) + 1;
    } else yield `${status} ${code} to request ${index + 1}, which begins ${firstLine(sent)}`;
  }
}

function firstLine({ bytes }: Case): string {
  return JSON.stringify(bytes.subarray(0, 160).toString('latin1').split('\r\n', 1)[0]);
}
