import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { killHost } from './host-kills.ts';
import { killProduct } from './product-kills.ts';
import { proveQueue, type QueueProof } from './queue.ts';
import { machine, problemsText, spread, table } from './support/report.ts';

// `npm run lab -- chaos`: kills the API host under load, kills the product under load, and sends a thousand forms
// through kills and outages. `chaos host`, `chaos product`, `chaos queue` run one of them; `--seed=7` changes the
// times, `--kills=3` and `--forms=200` reduce the numbers. Exit code 1 when a promise did not hold
// (docs/operations.md, What was tried).
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const option = (name: string, fallback: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? fallback);
const seed = option('seed', 1);
const kills = option('kills', 10);
const forms = option('forms', 1_000);
const outages = ['refused', 'silent', '503', 'cut', '429'] as const;

if (!existsSync(join(import.meta.dirname, '../../dist/client/index.html')))
  throw new Error('There is no built client: run npm run build.');

const parts: Record<string, () => Promise<{ report: string; problems: string[] }>> = {
  host: () => killHost(kills, seed, { saves: false }),
  'host-saves': () => killHost(kills, seed, { saves: true }),
  product: () => killProduct(kills, seed),
  'queue-engine': () => queue('engine'),
  'queue-plain': () => queue('plain'),
};

console.log(`${machine()}; seed ${seed}.\n`);
for (const [name, play] of Object.entries(parts)) {
  if (words.length > 0 && !words.some((word) => name.startsWith(word))) continue;
  const { report, problems } = await play();
  console.log(`${report}\n`);
  for (const problem of problems) console.log(`NOT HELD: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function queue(host: 'engine' | 'plain'): Promise<{ report: string; problems: string[] }> {
  const proof = await proveQueue({ host, forms, kills, outages, seed });
  return { report: queueTable(host, proof), problems: proof.problems };
}

function queueTable(host: 'engine' | 'plain', proof: QueueProof): string {
  const answered = [...proof.answered].map(([status, times]) => `${status} × ${times}`).join(', ');
  const name =
    host === 'engine' ? 'forms to our engine as the host' : 'forms to a host without Idempotency-Key';
  return table(name, [
    ['SIGKILLs of the product; from the signal to the first page', `${kills}; ${spread(proof.restarts)}`],
    [
      'outages of the host; forms that waited at the end of each',
      `${outages.join(', ')}; ${proof.waited.join(', ')}`,
    ],
    ['answered; connections cut without an answer', `${answered}; ${proof.cut}`],
    ['until nothing waited', `${Math.round(proof.deliveredIn / 1000)} s`],
    ['at the host more than once; the product says so of', `${proof.twice}; ${proof.markedTwice}`],
    ['taken at an attempt whose answer was lost, under a reference of the host', proof.ownReference],
    ['lost, doubled where it must not be, changed, readable in DATA_DIR', problemsText(proof.problems)],
  ]);
}
