import { posix } from 'node:path';
import { computed, type ModuleImport, type SourceModule } from './source-modules.ts';

/** Parts that the features both of the public site and of the admin area may import. */
const ofFeatures = [
  'shared',
  'client/use-page-number.ts',
  'client/api',
  'client/forms',
  'client/site-info.ts',
  'client/ui',
  'client/words.ts',
];

/**
 * Which part may import which others. A part is a folder or a file; a path belongs to the longest part that contains
 * it, and a part may always import itself. A path that is not listed is refused: a new folder needs a decision here.
 */
const mayImport: Record<string, readonly string[]> = {
  shared: [],
  'client/boot.ts': [],
  'client/main.tsx': [
    'shared',
    'client/app',
    'client/api',
    'client/site-info.ts',
    'client/ui',
    'client/words.ts',
  ],
  'client/entry-server.tsx': ['shared', 'client/app', 'client/api', 'client/ui', 'client/words.ts'],
  'client/app': [
    'shared',
    'client/site',
    'client/admin',
    'client/api',
    'client/forms',
    'client/site-info.ts',
    'client/stored.ts',
    'client/ui',
    'client/words.ts',
  ],
  'client/site': ofFeatures,
  'client/admin': [...ofFeatures, 'client/editor', 'client/stored.ts'],
  // The search params of the URL, and the page number of a list in them.
  'client/use-page-number.ts': ['shared'],
  // Shared by the forms of several features: drafts, saving, conflicts, leaving.
  'client/forms': [
    'shared',
    'client/api',
    'client/site-info.ts',
    'client/stored.ts',
    'client/ui',
    'client/use-page-number.ts',
    'client/words.ts',
  ],
  'client/api': ['shared', 'client/stored.ts'],
  'client/editor': ['shared', 'client/ui'],
  // The company's details, as the HTML document states them.
  'client/site-info.ts': ['shared'],
  // The storage of this browser.
  'client/stored.ts': [],
  // The words of a page in the language of the site.
  'client/words.ts': ['shared', 'client/site-info.ts'],
  'client/ui': ['shared', 'client/site-info.ts', 'client/stored.ts', 'client/words.ts'],
  'server/main.ts': ['server/product.ts', 'server/process', 'server/product'],
  'server/product.ts': [
    'server/app.ts',
    'server/bff',
    'server/config.ts',
    'server/errors.ts',
    'server/fast-path',
    'server/http',
    'server/metrics',
    'server/process',
    'server/product',
    'server/target.ts',
  ],
  // The parts of the product, one file each, and what starts and ends it.
  'server/product': [
    'shared',
    'server/cache',
    'server/config.ts',
    'server/database',
    'server/process',
    'server/forms',
    'server/foreign-media',
    'server/http',
    'server/bff',
    'server/pages',
    'server/images',
    'server/site',
    'server/content-api',
    'server/target.ts',
  ],
  // Decides if a host, the engine, or both answer calls.
  'server/target.ts': [
    'server/config.ts',
    'server/process',
    'server/product/engine-upstream.ts',
    'server/foreign-media',
    'server/bff',
    'server/content-api',
  ],
  // Presents the engine to the BFF as a host.
  'server/product/engine-upstream.ts': ['server/errors.ts', 'server/bff', 'server/content-api'],
  // Counts the work of the other parts, and reads the numbers that they collect; only server/product.ts imports it.
  'server/metrics': [
    'shared',
    'server/config.ts',
    'server/errors.ts',
    'server/process',
    'server/http',
    'server/bff',
  ],
  'server/app.ts': [
    'server/site',
    'shared',
    'server/config.ts',
    'server/http',
    'server/bff',
    'server/pages',
    'server/images',
    'server/product',
  ],
  'server/config.ts': ['shared', 'server/errors.ts'],
  'server/errors.ts': ['shared'],
  // The process and its folder: background work, queues, waits, seals; it knows no other part but errors.ts.
  'server/process': ['server/errors.ts'],
  // Which rich text is allowed, and when two rich texts are equal: for reads by the BFF and for versions of both
  // engines.
  'server/rich-text': ['shared', 'server/image-files'],
  // Reads a picture's properties from its bytes and removes its metadata: where a picture is stored, made smaller or
  // compared.
  'server/image-files': ['shared/limits.ts', 'server/process'],
  // How the BFF's gate reads and judges a form, and which parts go on to the engine; BFF and engine do not import
  // each other.
  'server/forms': ['shared', 'server/config.ts', 'server/process', 'server/errors.ts', 'server/image-files'],
  'server/http': ['shared', 'server/config.ts', 'server/errors.ts', 'server/process'],
  // Cached answers for all visitors: reads of the BFF and pages, served again by the fast path.
  'server/cache': ['shared', 'server/http', 'server/process'],
  // Files that can be made again, in a folder with a size limit: answers, pictures in widths, foreign media, icons.
  'server/disk-cache': ['server/process', 'server/http'],
  'server/fast-path': ['server/cache', 'server/http', 'server/bff'],
  'server/bff': [
    'server/site',
    'shared',
    'server/process',
    'server/config.ts',
    'server/database',
    'server/errors.ts',
    'server/cache',
    'server/http',
    'server/forms',
    'server/mail',
    'server/rich-text',
    'server/image-files',
  ],
  'server/pages': [
    'server/site',
    'server/cache',
    'shared',
    'server/config.ts',
    'server/errors.ts',
    'server/http',
    'server/bff',
    'server/forms',
    'server/process',
  ],
  'server/images': [
    'shared',
    'server/config.ts',
    'server/disk-cache',
    'server/errors.ts',
    'server/http',
    'server/image-files',
    'server/bff',
    'server/process',
  ],
  // Media of other origins, for pages and imports.
  'server/foreign-media': [
    'shared',
    'server/config.ts',
    'server/process',
    'server/disk-cache',
    'server/errors.ts',
    'server/bff',
    'server/forms',
    'server/http',
  ],
  'server/site': ['shared', 'server/config.ts', 'server/errors.ts', 'server/http', 'server/image-files'],
  // The stores of state: used by the BFF and by the engine, which do not import each other.
  'server/database': ['shared', 'server/process', 'server/config.ts', 'server/errors.ts'],
  'server/content-api': [
    'shared',
    'server/process',
    'server/config.ts',
    'server/database',
    'server/errors.ts',
    'server/forms',
    'server/mail',
    'server/rich-text',
    'server/image-files',
  ],
  'server/mail': ['shared'],
  // Foreign API hosts, as the plugin that server/bff/host-plugin.ts describes.
  hosts: [
    'shared',
    'server/process',
    'server/bff',
    'server/config.ts',
    'server/database',
    'server/errors.ts',
    'server/http',
    'server/forms',
    'server/rich-text',
  ],
  // Single-purpose tools: content transfer, backups, the doctor, sample content.
  tools: ['shared', 'server', 'hosts'],
  // Exports of other products, read without knowledge of where their content goes.
  'tools/archive/readers': ['shared', 'tools/archive'],
  'tools/sample': ['shared', 'server/content-api', 'server/database'],
  scripts: ['shared', 'server', 'tools'],
  tests: ['shared', 'server', 'client', 'hosts', 'scripts', 'tools', 'package.json'],
  'vite.config.ts': ['scripts', 'client/ui/breakpoints.ts'],
  // Shows the components of client/ui to developers (npm run gallery); no part of the product imports it.
  gallery: ['shared', 'client/api/zod-without-eval.ts', 'client/site-info.ts', 'client/ui'],
  'gallery/vite.config.ts': ['scripts', 'client/ui/breakpoints.ts'],
  'vitest.config.ts': [],
  'playwright.config.ts': ['tests'],
};

/**
 * The product starts without hosts/ and tools/: each has one module in server/ that loads it by import() when it is
 * needed (docs/architecture.md §2.2).
 */
const lazyImports: Record<string, string> = {
  'server/product/open-company.ts': 'hosts/open-host-file.ts',
  'server/content-api/content-api.ts': 'tools/sample/sample.ts',
};

/**
 * Checks the rules of docs/architecture.md §2 that the linter and the compiler do not check. Returns sentences for a
 * person: which file breaks which rule.
 */
export function findViolations(modules: SourceModule[]) {
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

function partOf(path: string) {
  const parts = Object.keys(mayImport).filter((part) => within(path, part));
  return parts.sort((one, other) => other.length - one.length)[0];
}

function within(path: string, part: string) {
  return path === part || path.startsWith(`${part}/`);
}

function importViolations(path: string, each: ModuleImport) {
  const part = partOf(path);
  if (!part) return [`${path}: stands in no part of docs/architecture.md §2`];
  return each.package === undefined
    ? fileImportViolations(path, part, each)
    : packageViolations(path, each.package);
}

function fileImportViolations(path: string, part: string, { file = '', lazy }: ModuleImport) {
  const found: string[] = [];
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
function featureOf(path: string) {
  return /^client\/(?:site|admin)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** Checks the layers of the embedded engine: routes → repository → database. */
function contentApiViolations(path: string, file: string) {
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

function packageViolations(path: string, name: string) {
  // The built bundles and the script with the company's texts are loaded by path (docs/architecture.md §2); anywhere
  // else a computed import escapes every rule here.
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

/**
 * Returns the pairs of folders of server/ whose files import each other, where neither folder contains the other,
 * sorted.
 */
export function findFolderPairs(modules: readonly SourceModule[]) {
  const edges = new Set(
    modules.flatMap(({ path, imports }) =>
      imports.map(({ file = '' }) => `${posix.dirname(path)} ↔ ${posix.dirname(file)}`),
    ),
  );
  return [...edges]
    .filter((edge) => {
      const [one = '', other = ''] = edge.split(' ↔ ');
      return (
        [one, other].every((folder) => folder.startsWith('server/')) &&
        one < other &&
        !other.startsWith(`${one}/`) &&
        edges.has(`${other} ↔ ${one}`)
      );
    })
    .sort();
}
