import { lazyImports, mayImport } from './parts.ts';
import { computed, type ModuleImport, type SourceModule } from './source-modules.ts';

/** A sentence for a person: which file breaks which rule. */
export type Violation = string;

/** Checks the rules of docs/architecture.md §2 that the linter and the compiler do not check. */
export function findViolations(modules: SourceModule[]): Violation[] {
  return modules.flatMap(({ path, imports }) => [
    ...imports.flatMap((each) => importViolations(path, each)),
    ...(drawers.test(path) ? [`${path}: is a drawer; a function lives with the noun that it serves`] : []),
  ]);
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

function importViolations(path: string, each: ModuleImport): Violation[] {
  const part = partOf(path);
  if (!part) return [`${path}: stands in no part of docs/architecture.md §2`];
  return each.package === undefined
    ? fileImportViolations(path, part, each)
    : packageViolations(path, each.package);
}

function fileImportViolations(path: string, part: string, { file = '', lazy }: ModuleImport): Violation[] {
  const found: Violation[] = [];
  const allowed =
    within(file, part) ||
    (mayImport[part] ?? []).some((other) => within(file, other)) ||
    (lazy && lazyImports[path] === file);
  if (!allowed) found.push(`${path}: ${part} must not import ${file}`);
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
