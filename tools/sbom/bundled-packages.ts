import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const imports = /\b(?:from|import)\s*\(?\s*'((?:@[\w-]+\/)?[\w-][\w.-]*)/g;
const fontFiles = /url\(\s*"((?:@[\w-]+\/)?[\w-][\w.-]*)\/[^"]*"\s*\)/g;

/**
 * Returns the packages that sources and styles of the client import, and that are therefore in the built files. Only
 * names in package.json count, since `from 'somewhere'` may also be in a comment, or import only a type.
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
