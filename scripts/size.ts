import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * `npm run size`: prints how many syntax nodes the code of each folder has beside the last line of docs/size.md, and
 * ends with 1 if a folder holds more than 2 % above it. Formatting, comments and the place of a file change nothing.
 */
const root = join(import.meta.dirname, '..');
const most = 1.02;

function nodesIn(value: unknown): number {
  if (!value || typeof value !== 'object') return 0;
  let count = 'type' in value && typeof value.type === 'string' ? 1 : 0;
  for (const part of Object.values(value)) count += nodesIn(part);
  return count;
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const table = readFileSync(join(root, 'docs/size.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map(cellsOf);
const [heads = [], last = []] = [table[0], table.at(-1)];

let tooMuch = false;
for (const [at, folder] of heads.entries()) {
  if (!folder.endsWith('/')) continue;
  const files = globSync(`${folder}**/*.{ts,tsx,mts,js,mjs}`, { cwd: root });
  let nodes = 0;
  for (const file of files) nodes += nodesIn(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  const ceiling = Number(last[at]);
  const over = nodes > ceiling * most;
  tooMuch ||= over;
  const change = ((nodes / ceiling - 1) * 100).toFixed(1);
  process.stdout.write(`${folder} ${nodes} nodes, ${change} %${over ? ': too much' : ''}\n`);
}
if (tooMuch) {
  process.stderr.write(
    'A folder grew by more than 2 %. Make it smaller, or add a line to docs/size.md that says why.\n',
  );
  process.exitCode = 1;
}
