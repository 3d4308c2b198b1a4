import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { lazyImports, mayImport } from './parts.ts';
import { computed, type ModuleImport, type SourceModule } from './source-modules.ts';

/** A sentence for a person: which file breaks which rule. */
export type Violation = string;

/**
 * Checks every rule of docs/architecture.md §2 that can be checked in the sources; `existing` are all files, sources
 * or not.
 */
export function findViolations(modules: SourceModule[], existing: ReadonlySet<string>): Violation[] {
  return [
    ...modules.flatMap((module) => [
      ...module.parseErrors.map((error) => `${module.path}: does not parse: ${error}`),
      ...module.imports.flatMap((each) => importViolations(module.path, each, existing)),
      ...fileViolations(module),
    ]),
    ...findCycles(modules),
  ];
}

/**
 * Packages by part: the only packages it may import, or those that it must not import. Node's own modules are
 * `node:`.
 */
const packageRules: { part: string; only?: RegExp; never?: RegExp; because: string }[] = [
  {
    part: 'shared',
    only: /^(zod|intl-messageformat|@formatjs\/icu-messageformat-parser)$/,
    because: 'shared imports zod, the formatter and the parser of messages, and itself',
  },
  {
    part: 'client',
    never: /^(node:|express$|undici$|kysely$|pino$)/,
    because: 'the client runs in a browser',
  },
  {
    part: 'client/ui',
    never: /^(react-router|@tanstack\/)/,
    because: 'primitives know no router and no API',
  },
  {
    part: 'client/api',
    never: /^react-(router|toastify)/,
    because: 'the request helper knows no router and no toast',
  },
  { part: 'server', never: /^(react|vite|@vitejs\/)/, because: 'the server loads the built client by path' },
  { part: 'server/bff', never: /^(pg|node:sqlite)/, because: 'server/database opens what is kept' },
  { part: 'server/content-api', never: /^(pg|node:sqlite)/, because: 'server/database opens what is kept' },
];

function partOf(path: string): string | undefined {
  const parts = Object.keys(mayImport).filter((part) => path === part || path.startsWith(`${part}/`));
  return parts.sort((one, other) => other.length - one.length)[0];
}

function within(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}/`);
}

function importViolations(path: string, each: ModuleImport, existing: ReadonlySet<string>): Violation[] {
  const part = partOf(path);
  if (!part) return [`${path}: stands in no part of docs/architecture.md §2`];
  return each.package === undefined
    ? fileImportViolations(path, part, each, existing)
    : packageViolations(path, each.package);
}

function fileImportViolations(
  path: string,
  part: string,
  { file = '', specifier, lazy }: ModuleImport,
  existing: ReadonlySet<string>,
): Violation[] {
  const found: Violation[] = [];
  const allowed =
    within(file, part) ||
    (mayImport[part] ?? []).some((other) => within(file, other)) ||
    (lazy && lazyImports[path] === file);
  if (!allowed) found.push(`${path}: ${part} must not import ${file}`);
  const plainFile = specifier.split('?')[0] ?? '';
  if (!existing.has(posix.normalize(file.split('?')[0] ?? ''))) {
    found.push(`${path}: ${specifier} is no file (imports name it whole, with its extension)`);
  } else if (plainFile.startsWith('.') && within(file, 'shared') && part !== 'shared') {
    found.push(`${path}: ${specifier} should be written #shared/…`);
  }
  const [own, other] = [featureOf(path), featureOf(file)];
  if (own && other && own !== other && other !== commonRoom)
    found.push(`${path}: the feature ${own} must not import its sibling ${other}`);
  return [...found, ...contentApiViolations(path, file)];
}

/** Code that several admin features share; it is not a feature. */
const commonRoom = 'client/admin/shared';

/** Returns the feature folder, client/site/<feature> or client/admin/<feature>. */
function featureOf(path: string): string | undefined {
  return /^client\/(?:site|admin)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** Checks the layers of the embedded engine: routes → repository → database. */
function contentApiViolations(path: string, file: string): Violation[] {
  const rank = (of: string) => {
    if (within(of, 'server/database')) return 0;
    if (!within(of, 'server/content-api')) return undefined;
    if (/repository\.ts$/.test(of)) return 1;
    return /routes\.ts$/.test(of) ? 2 : undefined;
  };
  const [own, other] = [rank(path), rank(file)];
  return own !== undefined && other !== undefined && other > own
    ? [`${path}: must not import ${file} (routes → repository → database)`]
    : [];
}

function packageViolations(path: string, name: string): Violation[] {
  // The built bundles and the script with the company's texts are loaded by path (docs/architecture.md §2); anywhere else a computed import escapes every
  // rule here.
  if (name === computed) {
    return /^(server\/(pages\/|main\.ts$)|client\/site-info\.ts$|scripts\/|tests\/)/.test(path)
      ? []
      : [`${path}: a computed import cannot be judged`];
  }
  return packageRules.flatMap(({ part, only, never, because }) =>
    within(path, part) && ((only && !only.test(name)) || never?.test(name))
      ? [`${path}: must not import ${name} (${because})`]
      : [],
  );
}

const drawers = /(^|[/.-])(utils?|helpers?|misc|common|stuff)([/.-]|$)/i;

function fileViolations({ path, readsEnvironment, comments }: SourceModule): Violation[] {
  return [
    ...(drawers.test(path) ? [`${path}: is a drawer; a function lives with the noun that it serves`] : []),
    ...(isWellNamed(path) ? [] : [`${path}: files are kebab-case, React components PascalCase`]),
    ...(readsEnvironment && readsNoEnvironment.test(path)
      ? [`${path}: only server/config.ts reads process.env`]
      : []),
    ...(comments.some((text) => /\b(TODO|FIXME|XXX)\b/.test(text))
      ? [`${path}: leaves a note to do something`]
      : []),
  ];
}

function isWellNamed(path: string): boolean {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
  const [name = '', ...endings] = file.split('.');
  const component =
    /^(client|gallery)\//.test(path) && endings.includes('tsx') && /^[A-Z][A-Za-z0-9]*$/.test(name);
  return (
    folders.every((folder) => kebab.test(folder)) && (kebab.test(name) || component || path.endsWith('.d.ts'))
  );
}

/**
 * Command-line scripts and tests may read the environment; the product may not (docs/architecture.md §2), except for
 * its config and for restarting itself with a changed environment.
 */
const readsNoEnvironment = /^(client|shared|server(?!\/(config|process-settings)\.ts$))\//;
