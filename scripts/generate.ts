import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nearestName } from '#shared/near-miss.ts';

/**
 * `npm run generate [-- NAME…] [--check]`: writes files that are generated from others. With `--check` it writes
 * nothing, and exits with 1 if a file is out of date. Exit code 2: wrong usage.
 */
const root = join(import.meta.dirname, '..');

/** Files by the name of their generator, each with the function that makes the new text from the current one. */
const generators = {
  'contract-tables': {
    path: 'docs/calls.md',
    renew: async () => (await import('../tools/generate/contract-tables.ts')).renewTables,
  },
  'archive-schema': {
    path: 'docs/archive.schema.json',
    async renew() {
      const schema = await (await import('../tools/generate/archive-schema.ts')).archiveSchema();
      return () => schema;
    },
  },
  'host-schema': {
    path: 'docs/host.schema.json',
    renew: async () => (await import('../tools/generate/host-schema.ts')).hostSchema,
  },
};
/** Release step, by name only: writes the statements that this release sends to PostgreSQL. */
const statements = 'release-statements';
const names = [...Object.keys(generators), statements];

const usage = [
  'Usage: npm run generate [-- NAME…] [--check]',
  '',
  ...Object.entries(generators).map(([name, { path }]) => `  ${name.padEnd(20)}${path}`),
  `  ${statements.padEnd(20)}release step: the statements that this release sends to PostgreSQL (by name only)`,
].join('\n');

async function generate(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, names);
    console.error(`There is no "${unknown}".${meant ? ` Did you mean ${meant}?` : ''}\n\n${usage}`);
    return 2;
  }
  if (positionals.includes(statements))
    return (await import('../tools/generate/release-statements.ts')).writeStatements();
  let code = 0;
  for (const [name, { path, renew }] of Object.entries(generators)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const before = await readFile(join(root, path), 'utf8').catch(() => '');
    const after = (await renew())(before);
    if (after === before) continue;
    if (values.check) {
      console.error(`${path} is stale: run npm run generate -- ${name}.`);
      code = 1;
    } else {
      await writeFile(join(root, path), after);
      console.log(`${path} has been written.`);
    }
  }
  return code;
}

try {
  process.exitCode = await generate(process.argv.slice(2));
} catch (error) {
  console.error(isUsage(error) ? `${error.message}\n\n${usage}` : error);
  process.exitCode = isUsage(error) ? 2 : 1;
}

function isUsage(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}
