import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readModules } from '../support/architecture/source-modules.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

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

it('what only the client imports is bundled by the build, and not installed where the site runs', () => {
  // No file imports `node`, which everything runs on.
  expect(Object.keys(dependencies).filter((name) => !ofServer.includes(name))).toEqual(['node']);
  const ofClient = importedBy('client/**/*.{ts,tsx}').filter((name) => !ofServer.includes(name));
  expect(ofClient.filter((name) => !(name in devDependencies))).toEqual([]);
});
