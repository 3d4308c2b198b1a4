import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { onStage, type Stage } from '../bench/stage.ts';
import { launchOptions } from '../browser/support/launch.ts';
import { sendCases, type Tally, type WireKind } from './campaign.ts';
import { type Case, type KindName, kindNames } from './case.ts';
import { openCanary, shownText } from './html-judge.ts';
import { certain } from './kinds/html.ts';
import { openPlace, type PlaceName, type RunningPlace, settle } from './places.ts';
import type { Outcome } from './wire.ts';

// `npm run lab -- fuzz`: abnormal requests, forms, texts and files, sent to both engines, and abnormal answers of
// hosts. `--seed 7` repeats the cases of that seed, `--requests 1000` sends fewer, `--only json` sends one kind,
// `--case 123` one case of that kind.

interface Plan {
  places: readonly PlaceName[];
  /** Share of all requests, in percent. */
  share: number;
  atOnce: number;
}

const plans: Record<WireKind, Plan> = {
  http: { places: ['embedded', 'stub'], share: 38, atOnce: 32 },
  json: { places: ['embedded', 'stub'], share: 22, atOnce: 16 },
  multipart: { places: ['embedded', 'stub'], share: 14, atOnce: 6 },
  documents: { places: ['embedded', 'stub'], share: 5, atOnce: 6 },
  images: { places: ['embedded', 'told'], share: 5, atOnce: 4 },
  host: { places: ['told'], share: 6, atOnce: 16 },
};
const htmlShare = 10;
/** Number of texts in one page. */
const batch = 250;

/** Permitted growth of a process in MiB and descriptors, from the first third of each kind to the end. */
const growth = { rssMiB: 64, descriptors: 12 };

interface Line {
  kind: KindName;
  place: string;
  tally: Tally;
  seconds: number;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    only: { type: 'string' },
    case: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const total = Number(values.requests);
const single = values.case === undefined ? undefined : Number(values.case);
if (![seed, total, single ?? 0].every(Number.isSafeInteger))
  throw new Error('--seed, --requests and --case are whole numbers.');
const only = kindNames.find((kind) => kind === values.only);
if (values.only && !only) throw new Error(`--only is one of ${kindNames.join(', ')}.`);
if (single !== undefined && !only) throw new Error('--case is a case of one kind: say which by --only.');
if (!existsSync(join(import.meta.dirname, '../../dist/client/index.html')))
  throw new Error('There is no built client: run npm run build.');

const chosen: readonly KindName[] = only ? [only] : kindNames;
const whole = chosen.reduce((sum, kind) => sum + shareOf(kind), 0);
console.log(
  `Seed ${seed}. Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${new Date().toISOString().slice(0, 10)}.\n`,
);
const lines: Line[] = [];
const problems = await onStage(fuzz);
report(problems);

async function fuzz(stage: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['embedded', 'stub', 'told'] as const) {
    const here = chosen.filter(
      (kind): kind is WireKind => kind !== 'html' && plans[kind].places.includes(name),
    );
    if (here.length === 0) continue;
    const place = await openPlace(stage, name);
    // One-time costs (modules, compiled code, pools) occur in the first third.
    for (const kind of here) await sendShare(kind, place, 0, 1 / 3);
    await settle(place);
    const before = place.holdings();
    for (const kind of here) await sendShare(kind, place, 1 / 3, 1);
    await settle(place, (before?.descriptors ?? 0) + growth.descriptors);
    found.push(...(await leftovers(place, before)));
  }
  if (chosen.includes('html')) found.push(...(await showTexts()));
  return found;
}

/** Sends part of the cases of a kind to one place; `begin` and `end` are fractions. */
async function sendShare(kind: WireKind, place: RunningPlace, begin: number, end: number): Promise<void> {
  const { places, atOnce } = plans[kind];
  const perPlace = Math.round((total * shareOf(kind)) / whole / places.length);
  const first = places.indexOf(place.name) * perPlace;
  const from = single ?? first + Math.round(begin * perPlace);
  const count = single === undefined ? first + Math.round(end * perPlace) - from : Number(begin === 0);
  const begun = performance.now();
  const tally = await sendCases(kind, place, {
    seed,
    from,
    count,
    atOnce,
    ...(single !== undefined && { watch: show }),
  });
  const seconds = (performance.now() - begun) / 1000;
  const known = lines.find((line) => line.kind === kind && line.place === place.name);
  if (!known) lines.push({ kind, place: place.name, tally, seconds });
  else {
    known.seconds += seconds;
    merge(known.tally, tally);
  }
  await place.proveAlive();
}

/** Prints a single case for debugging. */
function show({ bytes }: Case, { text }: Outcome): void {
  const shown = (all: string) => JSON.stringify(all.slice(0, 3_000)).replaceAll('\\r\\n', '\n');
  console.log(
    `>>> ${bytes.length} bytes\n${shown(bytes.toString('latin1'))}\n<<< ${text.length} bytes\n${shown(text)}\n`,
  );
}

function shareOf(kind: KindName): number {
  return kind === 'html' ? htmlShare : plans[kind].share;
}

function merge(into: Tally, more: Tally): void {
  into.requests += more.requests;
  into.findings.push(...more.findings);
  for (const name of ['classes', 'expected'] as const)
    for (const [key, count] of Object.entries(more[name])) into[name][key] = (into[name][key] ?? 0) + count;
}

async function leftovers(
  place: RunningPlace,
  before: ReturnType<RunningPlace['holdings']>,
): Promise<string[]> {
  const after = place.holdings();
  const found = place
    .logProblems()
    .slice(0, 10)
    .map((line) => `log: ${line.slice(0, 600)}`);
  const temporary = place.tempFiles();
  if (temporary.length > 0)
    found.push(`${temporary.length} temporary files are left: ${temporary.slice(0, 3).join(', ')}`);
  const hidden = place.hiddenRequests();
  if (hidden > 0) found.push(`the host was asked ${hidden} times for what was hidden in other requests`);
  if (before && after) {
    console.log(
      `${place.name}: ${before.rssMiB} → ${after.rssMiB} MiB, ${before.descriptors} → ${after.descriptors} descriptors, ${temporary.length} temporary files.`,
    );
    if (after.rssMiB > before.rssMiB + growth.rssMiB)
      found.push(`memory grew from ${before.rssMiB} to ${after.rssMiB} MiB`);
    if (after.descriptors > before.descriptors + growth.descriptors)
      found.push(`descriptors grew from ${before.descriptors} to ${after.descriptors}`);
  }
  return found.map((each) => `${place.name}: ${each}`);
}

/** Shows texts in a real browser, without the CSP that would block what the sanitiser lets through. */
async function showTexts(): Promise<string[]> {
  const browser = await chromium.launch(await launchOptions());
  try {
    const canary = await openCanary(await browser.newContext());
    const deaf: string[] = [];
    for (const [number, shown] of certain.entries())
      if ((await canary.judge([{ number, shown }])).length === 0)
        deaf.push(`the browser did not notice ${shown}`);
    const tally: Tally = { requests: 0, classes: {}, expected: {}, findings: deaf };
    const begun = performance.now();
    const count = single === undefined ? Math.round((total * htmlShare) / whole) : 1;
    for (let from = single ?? 0; tally.requests < count; from += batch) {
      const size = Math.min(batch, count - tally.requests);
      const texts = Array.from({ length: size }, (_, at) => shownText(seed, from + at));
      tally.findings.push(...(await canary.judge(texts)));
      tally.requests += size;
    }
    lines.push({ kind: 'html', place: 'Chromium', tally, seconds: (performance.now() - begun) / 1000 });
    return [];
  } finally {
    await browser.close();
  }
}

function report(others: readonly string[]): void {
  const rows = lines.map(({ kind, place, tally, seconds }) => [
    kind,
    place,
    String(tally.requests),
    ...['2xx', '3xx', '4xx', '5xx', 'none'].map((name) => String(tally.classes[name] ?? 0)),
    seconds.toFixed(0),
    String(tally.findings.length),
  ]);
  const head = ['kind', 'at', 'cases', '2xx', '3xx', '4xx', '5xx', 'no answer', 'seconds', 'findings'];
  console.log(
    `\n${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`,
  );
  for (const { kind, place, tally } of lines) {
    const expected = Object.entries(tally.expected).map(([what, count]) => `${what} × ${count}`);
    if (expected.length > 0) console.log(`${kind} at ${place}, as it should be: ${expected.join(', ')}.`);
  }
  const findings = lines.flatMap(({ kind, place, tally }) =>
    tally.findings.map((finding) => `${kind} at ${place}: ${finding}`),
  );
  for (const finding of [...findings, ...others]) console.log(`FOUND ${finding}`);
  const sum = lines.reduce((all, { tally }) => all + tally.requests, 0);
  const count = findings.length + others.length;
  console.log(
    `\n${sum} cases, ${count} findings. Again: npm run lab -- fuzz --seed ${seed}${only ? ` --only ${only}` : ''} --requests ${total}`,
  );
  if (count > 0) process.exitCode = 1;
}
