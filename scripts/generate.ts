import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { nearestName } from '#shared/near-miss.ts';

/**
 * `npm run generate [-- NAME…] [--check]`: writes files that are generated from others. Without a name it runs the
 * quick generators that need nothing but the sources. With `--check` it writes nothing, and exits with 1 if a file is
 * out of date. Exit code 2: wrong usage.
 */
const root = join(import.meta.dirname, '..');

interface Generator {
  summary: string;
  isQuick: boolean;
  /**
   * Generates a text file. Returns the path of the file, and a function that makes the new text from the current one.
   */
  text?: () => Promise<{ path: string; renew(before: string): string }>;
  /** Does any other kind of work. Returns the exit code. */
  make?: () => Promise<number>;
}

const generators: Record<string, Generator> = {
  'contract-tables': {
    summary: 'tables of docs/calls.md, from the contract',
    isQuick: true,
    async text() {
      const { renewTables } = await import('../tools/generate/contract-tables.ts');
      return { path: join(root, 'docs/calls.md'), renew: renewTables };
    },
  },
  'archive-schema': {
    summary: 'docs/archive.schema.json, from the schemas of the archive reader',
    isQuick: true,
    async text() {
      const { archiveSchema } = await import('../tools/generate/archive-schema.ts');
      return { path: join(root, 'docs/archive.schema.json'), renew: archiveSchema };
    },
  },
  'host-schema': {
    summary: 'docs/host.schema.json, from the schemas of the host.json reader',
    isQuick: true,
    async text() {
      const { hostSchema } = await import('../tools/generate/host-schema.ts');
      return { path: join(root, 'docs/host.schema.json'), renew: hostSchema };
    },
  },
  sbom: {
    summary: 'dist/sbom.cdx.json and dist/licences.md, from the lockfile',
    isQuick: true,
    make: async () => (await import('../tools/generate/bill-of-materials.ts')).writeBill(root),
  },
  artwork: {
    summary: 'logos, portraits and figures of the sample content, from their drawings',
    isQuick: false,
    make: async () => (await import('../tools/generate/artwork.ts')).drawSamplePictures(),
  },
  'release-statements': {
    summary: 'release step: the statements that this release sends to PostgreSQL; runs the contract tests',
    isQuick: false,
    make: async () => (await import('../tools/generate/release-statements.ts')).writeStatements(),
  },
};

const usage = [
  'Usage: npm run generate [-- NAME…] [--check]',
  '',
  ...Object.entries(generators).map(
    ([name, { summary, isQuick }]) => `  ${name.padEnd(20)}${summary}${isQuick ? '' : ' (by name only)'}`,
  ),
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
  const unknown = positionals.find((name) => !Object.hasOwn(generators, name));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, Object.keys(generators));
    console.error(`There is no "${unknown}".${meant ? ` Did you mean ${meant}?` : ''}\n\n${usage}`);
    return 2;
  }
  let worst = 0;
  for (const [name, generator] of Object.entries(generators)) {
    const isWanted = positionals.length > 0 ? positionals.includes(name) : generator.isQuick;
    if (isWanted) worst = Math.max(worst, await runOne(name, generator, values.check === true));
  }
  return worst;
}

async function runOne(name: string, { text, make }: Generator, isCheck: boolean): Promise<number> {
  if (!text) {
    if (!isCheck) return (await make?.()) ?? 0;
    console.error(`${name} is not checked: it has no committed text to compare with.`);
    return 0;
  }
  const { path, renew } = await text();
  const before = await readFile(path, 'utf8').catch(() => '');
  const after = renew(before);
  if (after === before) return 0;
  const shown = relative(root, path);
  if (isCheck) {
    console.error(`${shown} is stale: run npm run generate -- ${name}.`);
    return 1;
  }
  await writeFile(path, after);
  console.log(`${shown} has been written.`);
  return 0;
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
