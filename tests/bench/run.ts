import { existsSync, readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { judge, measureCase } from './figures.ts';
import type { Load } from './load.ts';
import { besideTable, caseTable, limitTable, type Outcome } from './report.ts';
import { onStage } from './stage.ts';

// `npm run bench`: measures the cost of the product, and compares it with others. Compare only figures of one run on
// one machine. `-- name…` runs some loads, or all of a target; `-- --list` names them; `--rounds=1` is for a quick
// look. docs/performance.md explains how.
const folder = join(import.meta.dirname, 'loads');
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 0);

const loads: Load[] = [];
for (const file of readdirSync(folder).toSorted()) {
  const module: { load: Load } = await import(join(folder, file));
  loads.push(module.load);
}

if (process.argv.includes('--list')) {
  for (const { name, target, about } of loads)
    console.log(`${name.padEnd(20)} ${target.padEnd(16)} ${about}`);
} else {
  await run();
}

async function run(): Promise<void> {
  if (!existsSync('/proc/self/stat'))
    throw new Error('CPU of a process is read from /proc, as Linux has it.');
  if (!existsSync(join(import.meta.dirname, '../../dist/client/index.html'))) {
    throw new Error('There is no built client: run npm run build.');
  }
  const unknown = asked.filter((name) => !loads.some((load) => isNamed(load, name)));
  if (unknown.length > 0) throw new Error(`No such load: ${unknown.join(', ')}. --list names them.`);
  console.log(`${machine()}\n`);
  const outcomes: Outcome[] = [];
  for (const load of loads.filter((each) => isChosen(each))) {
    const begun = performance.now();
    console.log(`## ${load.name} (${load.target})\n\n${load.about}\n`);
    await onStage(async (stage) => {
      for await (const each of load.cases(stage)) {
        const measured = await measureCase(
          rounds ? { ...each, rounds: Math.min(rounds, each.rounds ?? rounds) } : each,
        );
        const verdicts = (each.limits ?? []).map((limit) => judge(limit, measured));
        const outcome = { load, case: each, measured, verdicts };
        outcomes.push(outcome);
        console.log(`${caseTable(outcome)}\n`);
      }
    });
    console.log(`${Math.round((performance.now() - begun) / 1000)} s.\n`);
  }
  console.log(`## Beside others\n\n${besideTable(outcomes)}\n`);
  console.log(`## Limits\n\n${limitTable(outcomes)}`);
}

/** True if the word is the name of the load, or else of its target. */
function isNamed({ name, target }: Load, word: string): boolean {
  return word === name || (word === target && !loads.some((other) => other.name === word));
}

function isChosen(load: Load): boolean {
  if (asked.length === 0) return load.byDefault !== false;
  return asked.some((name) => isNamed(load, name));
}

function machine(): string {
  const [cpu] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, load before the run ${load}.`;
}
