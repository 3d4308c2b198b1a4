import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A step of a release (CONTRIBUTING.md, "Change the schema"). Runs the contract tests, takes every statement that
 * this release sends to PostgreSQL from the log of the database server, and writes them to
 * tests/system/database/statements-<version>.sql, in place of the file of the previous release. A test then checks
 * later schemas against these statements, since this release and the next one may run at the same time.
 */
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'tests/system/database');

/** application_name of the product's database connections (server/database/postgres/connect.ts). */
const ours = 'studio';

/**
 * Returns the product's statements from a log whose lines begin with `application|transaction|`: those that read or
 * write rows, one per line and sorted, and only one of each shape. Migrations are left out, since they never run on a
 * later schema.
 */
export function statementsOf(log: string) {
  const asked = log
    .replaceAll('\n\t', ' ')
    .split('\n')
    .flatMap((line) => {
      const found = /^([^|]*)\|([^|]*)\|LOG: {2}(?:statement|execute [^:]*): (.*)$/.exec(line);
      if (!found || found[1] !== ours) return [];
      return [{ transaction: found[2], statement: (found[3] ?? '').replace(/\s+/g, ' ').trim() }];
    });
  const migrations = new Set(
    asked.flatMap(({ statement, transaction }) =>
      /^(create|alter|drop) /i.test(statement) ? [transaction] : [],
    ),
  );
  const shortest = new Map<string, string>();
  for (const { transaction, statement } of asked) {
    if (migrations.has(transaction) || !/^(select|insert|update|delete|with) /i.test(statement)) continue;
    const shape = shapeOf(statement);
    const known = shortest.get(shape);
    if (known === undefined || statement.length < known.length) shortest.set(shape, statement);
  }
  return [...shortest.values()].sort();
}

/**
 * Returns the shape of a statement. Statements have the same shape if they differ only in numbers, in the number of
 * values in a list, or in the number of rows of an insert.
 */
function shapeOf(statement: string) {
  return statement
    .replace(/\$?\b\d+\b/g, '0')
    .replace(/0(, 0)+/g, '0')
    .replace(/(\([^()]*\))(, \1)+/g, '$1');
}

/** Runs the contract tests and writes the statements of this release to their file. Returns the exit code. */
export async function writeStatements() {
  await using work = await mkdtempDisposable(join(tmpdir(), 'studio-statements-'));
  const log = join(work.path, 'log');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const run = spawn(process.execPath, [vitest, 'run', 'tests/contract'], {
    cwd: root,
    env: { ...process.env, STATEMENTS_LOG: log },
    stdio: 'inherit',
  });
  const [code] = await once(run, 'exit');
  if (code !== 0)
    throw new Error('The contract tests have failed, so their statements are not those of a release.');
  const statements = statementsOf(await readFile(log, 'utf8'));
  if (statements.length === 0) throw new Error('Nothing was sent to PostgreSQL.');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const name of await readdir(folder)) if (name.startsWith('statements-')) await rm(join(folder, name));
  const file = `statements-${version}.sql`;
  await writeFile(join(folder, file), `${statements.join('\n')}\n`);
  console.log(`${statements.length} statements in tests/system/database/${file}`);
  return 0;
}
