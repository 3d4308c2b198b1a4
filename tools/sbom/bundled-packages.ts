import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const imports = /\b(?:from|import)\s*\(?\s*'((?:@[\w-]+\/)?[\w-][\w.-]*)/g;
const fontFiles = /url\(\s*"((?:@[\w-]+\/)?[\w-][\w.-]*)\/[^"]*"\s*\)/g;

/**
 * Returns the packages that the client's sources and styles import, and that are therefore in the files sent to
 * browsers. Only names in package.json count, because the search also finds `from 'somewhere'` in a comment or in an
 * import of types.
 */
export function bundledPackages(root: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const known = { ...dependencies, ...devDependencies };
  const names = globSync('client/**/*.{ts,tsx,css}', { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(path.endsWith('.css') ? fontFiles : imports)].flatMap(([, name]) => name ?? []);
  });
  return [...new Set(names)].filter((name) => Object.hasOwn(known, name)).sort();
}
