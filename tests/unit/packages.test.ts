import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readModules } from '../support/architecture/source-modules.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Packages that the sources of these folders import at run time. */
function importedBy(pattern: string): string[] {
  const sources = Object.fromEntries(
    globSync(pattern, { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const names = readModules(sources).flatMap((module) =>
    module.imports.flatMap((each) => (each.typeOnly ? [] : (each.package ?? []))),
  );
  return [...new Set(names)].filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:'));
}

/** Build tools, which only developers with the sources and all packages need. */
const forDevelopers = ['vite', '@vitejs/plugin-react'];

const ofServer = importedBy('{hosts,server,shared,scripts,tools}/**/*.ts');

it("everything that the server and the operator's commands import is installed by npm ci --omit=dev", () => {
  const needed = ofServer.filter((name) => !forDevelopers.includes(name));
  expect(needed.length).toBeGreaterThan(10);
  expect(needed.filter((name) => !(name in dependencies))).toEqual([]);
});
