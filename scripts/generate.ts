import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `npm run generate [-- NAME] [--check]`: writes files that are generated from others, or that of one name. With
 * `--check` it writes nothing, and exits with 1 if a file is out of date.
 */
const generators: Record<string, { path: string; renew(): Promise<(before: string) => string> }> = {
  'contract-tables': {
    path: 'docs/calls.md',
    renew: async () => (await import('../tools/generate/contract-tables.ts')).renewTables,
  },
  'host-schema': {
    path: 'docs/host.schema.json',
    renew: async () => (await import('../tools/generate/host-schema.ts')).hostSchema,
  },
};
/** Release step, by name only: writes the statements that this release sends to PostgreSQL. */
const statements = 'release-statements';

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--check');
if (names.some((name) => name !== statements && !Object.hasOwn(generators, name))) {
  console.error(
    `Usage: npm run generate [-- ${[...Object.keys(generators), statements].join(' | ')}] [--check]`,
  );
  process.exitCode = 2;
} else if (names.includes(statements))
  process.exitCode = await (await import('../tools/generate/release-statements.ts')).writeStatements();
else
  for (const [name, { path, renew }] of Object.entries(generators)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const file = join(import.meta.dirname, '..', path);
    const before = await readFile(file, 'utf8');
    const after = (await renew())(before);
    if (after === before) continue;
    if (words.includes('--check')) process.exitCode = 1;
    else await writeFile(file, after);
    console.log(`${path} ${words.includes('--check') ? 'is stale' : 'has been written'}.`);
  }
