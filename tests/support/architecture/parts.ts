/** What features of the public site and of the admin area may import. */
const ofFeatures = [
  'shared',
  'client/use-page-number.ts',
  'client/use-search-params.ts',
  'client/api',
  'client/editor',
  'client/forms',
  'client/site-info.ts',
  'client/ui',
];

/**
 * Which part may import which others. A part is a folder or a file; the longest one that holds a path is its part, and
 * may always import itself. What is not listed is refused: a new folder needs a decision here.
 */
export const mayImport: Record<string, readonly string[]> = {
  shared: [],
  'client/boot.ts': [],
  'client/main.tsx': ['shared', 'client/app', 'client/api', 'client/site-info.ts', 'client/ui'],
  'client/entry-server.tsx': ['shared', 'client/app', 'client/api', 'client/ui'],
  'client/app': [
    'shared',
    'client/site',
    'client/admin',
    'client/api',
    'client/editor',
    'client/forms',
    'client/site-info.ts',
    'client/ui',
  ],
  'client/site': ofFeatures,
  'client/admin': ofFeatures,
  // The page of a list, in the address.
  'client/use-page-number.ts': ['shared', 'client/use-search-params.ts'],
  'client/use-search-params.ts': [],
  // What every form of several features has: drafts, saving, conflicts, leaving.
  'client/forms': ['shared', 'client/api', 'client/site-info.ts', 'client/ui', 'client/use-search-params.ts'],
  'client/api': ['shared'],
  'client/editor': ['shared', 'client/ui'],
  // Who the company is, as the document says.
  'client/site-info.ts': ['shared'],
  'client/ui': ['shared', 'client/site-info.ts'],
  'server/main.ts': [
    'server/product.ts',
    'server/built-product.ts',
    'server/process-settings.ts',
    'server/running.ts',
  ],
  'server/built-product.ts': [],
  'server/process-settings.ts': [],
  'server/product.ts': [
    'server/app.ts',
    'server/bff',
    'server/config.ts',
    'server/data-dir.ts',
    'server/errors.ts',
    'server/fast-path',
    'server/http',
    'server/metrics',
    'server/open-together.ts',
    'server/product',
    'server/run-process.ts',
    'server/running.ts',
    'server/target.ts',
  ],
  // The parts of the product, a file each.
  'server/product': [
    'shared',
    'server/built-product.ts',
    'server/cache',
    'server/config.ts',
    'server/data-dir.ts',
    'server/database',
    'server/forms',
    'server/last-backup.ts',
    'server/open-host.ts',
    'server/open-together.ts',
    'server/foreign-media',
    'server/http',
    'server/bff',
    'server/pages',
    'server/images',
    'server/site',
    'server/content-api',
    'server/metrics',
    'server/running.ts',
    'server/target.ts',
    'server/while-database-unavailable.ts',
  ],
  'server/open-together.ts': [],
  // Whether a host answers calls, or the engine, or both.
  'server/target.ts': [
    'server/config.ts',
    'server/engine-upstream.ts',
    'server/foreign-media',
    'server/open-together.ts',
    'server/bff',
    'server/content-api',
  ],
  // The engine as the BFF sees a host: the one place where the two meet.
  'server/engine-upstream.ts': ['server/errors.ts', 'server/bff', 'server/content-api'],
  // What a start can give before its database answers.
  'server/while-database-unavailable.ts': [
    'shared',
    'server/app.ts',
    'server/config.ts',
    'server/cache',
    'server/database',
    'server/http',
    'server/bff',
    'server/pages',
    'server/images',
  ],
  'server/run-process.ts': [
    'server/config.ts',
    'server/errors.ts',
    'server/running.ts',
    'server/start-lines.ts',
  ],
  'server/running.ts': ['server/http', 'server/bff', 'server/content-api'],
  // Counts what the others do, and looks at the numbers that they keep; none of them knows of it.
  'server/metrics': [
    'shared',
    'server/config.ts',
    'server/errors.ts',
    'server/last-backup.ts',
    'server/http',
    'server/bff',
  ],
  'server/start-lines.ts': ['server/config.ts'],
  'server/app.ts': [
    'shared',
    'server/config.ts',
    'server/errors.ts',
    'server/http',
    'server/bff',
    'server/pages',
    'server/images',
  ],
  'server/config.ts': ['shared', 'server/errors.ts', 'server/hybrid-groups.ts', 'server/media-url.ts'],
  'server/media-url.ts': [],
  'server/hybrid-groups.ts': ['shared'],
  // For whom the BFF asks the engine beside a host.
  'server/principal.ts': ['shared'],
  'server/data-dir.ts': ['server/errors.ts'],
  'server/errors.ts': ['shared'],
  // Few at once, the others in turn: pictures, passwords, pages, parts of uploads.
  'server/queue.ts': ['server/errors.ts'],
  // Work of its own that each process does: mails, forms, plans, chores, and looks at what others have done.
  'server/background-worker.ts': ['server/queue.ts'],
  // How often something may be done: forms, sign-ins, reports, calls of a host.
  'server/limiter.ts': ['shared', 'server/database', 'server/errors.ts'],
  // What came of the last backup: written by the command, read by metrics and for admins.
  'server/last-backup.ts': ['shared'],
  // What rich text may hold, and when two are the same: for reads by the BFF and for versions of both.
  'server/rich-text': ['shared', 'server/image-files'],
  // What is known of a picture by its bytes, and how its metadata is taken out: where it is stored, made smaller or compared.
  'server/image-files': [],
  // How a form is read and judged by the BFF's gate, and what of it goes on to the engine; they know nothing of each other.
  'server/forms': [
    'shared',
    'server/config.ts',
    'server/data-dir.ts',
    'server/database',
    'server/errors.ts',
    'server/image-files',
  ],
  'server/http': ['shared', 'server/config.ts', 'server/errors.ts'],
  // Answers that are kept for everybody: of reads by the BFF, of pages, and given again by the front door.
  'server/cache': ['shared', 'server/disk-cache', 'server/errors.ts', 'server/http'],
  // Files that can be made again, in a folder with a limit: answers, pictures in widths, foreign media, icons.
  'server/disk-cache': ['server/http'],
  'server/fast-path': ['shared', 'server/config.ts', 'server/cache', 'server/http', 'server/bff'],
  'server/bff': [
    'shared',
    'server/background-worker.ts',
    'server/config.ts',
    'server/data-dir.ts',
    'server/database',
    'server/errors.ts',
    'server/cache',
    'server/http',
    'server/forms',
    'server/limiter.ts',
    'server/mail',
    'server/rich-text',
    'server/image-files',
    'server/principal.ts',
    'server/hybrid-groups.ts',
  ],
  'server/pages': [
    'server/cache',
    'shared',
    'server/config.ts',
    'server/errors.ts',
    'server/http',
    'server/bff',
    'server/forms',
    'server/queue.ts',
  ],
  'server/images': [
    'shared',
    'server/config.ts',
    'server/cache',
    'server/disk-cache',
    'server/errors.ts',
    'server/http',
    'server/image-files',
    'server/bff',
    'server/queue.ts',
  ],
  // Media of other origins, for pages and imports.
  'server/foreign-media': [
    'shared',
    'server/config.ts',
    'server/data-dir.ts',
    'server/disk-cache',
    'server/errors.ts',
    'server/bff',
    'server/cache',
    'server/forms',
    'server/http',
    'server/queue.ts',
  ],
  'server/site': ['shared', 'server/disk-cache', 'server/errors.ts', 'server/http', 'server/image-files'],
  // Where state is kept: beside the BFF and the engine, which do not meet.
  'server/database': [
    'shared',
    'server/background-worker.ts',
    'server/config.ts',
    'server/data-dir.ts',
    'server/errors.ts',
  ],
  'server/content-api': [
    'shared',
    'server/background-worker.ts',
    'server/config.ts',
    'server/data-dir.ts',
    'server/database',
    'server/errors.ts',
    'server/forms',
    'server/limiter.ts',
    'server/mail',
    'server/media-url.ts',
    'server/rich-text',
    'server/image-files',
    'server/principal.ts',
    'server/queue.ts',
  ],
  'server/mail': ['shared'],
  // Where host.json is; it is the one door to hosts/ (lazyImports).
  'server/open-host.ts': ['server/bff', 'server/config.ts', 'server/database'],
  // Foreign API hosts, as the plugin that server/bff/host-plugin.ts describes.
  hosts: [
    'shared',
    'server/principal.ts',
    'server/background-worker.ts',
    'server/bff',
    'server/config.ts',
    'server/database',
    'server/errors.ts',
    'server/http',
    'server/image-files',
    'server/forms',
    'server/limiter.ts',
    'server/rich-text',
  ],
  // Tools of one use: content that moves, backups, the doctor, sample content.
  tools: ['shared', 'server', 'hosts'],
  // What content moves in; it knows neither of its two ends.
  'tools/archive': ['shared', 'server/errors.ts'],
  'tools/sample': ['shared', 'server/content-api', 'server/database'],
  scripts: ['shared', 'server', 'hosts', 'tools', 'vite.config.ts'],
  tests: [
    'shared',
    'server',
    'client',
    'gallery',
    'hosts',
    'scripts',
    'tools',
    'vite.config.ts',
    'vitest.config.ts',
    'package.json',
  ],
  'vite.config.ts': ['shared', 'scripts', 'client/ui/breakpoints.ts'],
  // What shows the pieces of client/ui to whoever looks for one (npm run gallery); nothing of the product imports it.
  gallery: ['shared', 'client/api/zod-without-eval.ts', 'client/site-info.ts', 'client/ui'],
  'gallery/vite.config.ts': ['scripts', 'client/ui/breakpoints.ts'],
  'vitest.config.ts': ['shared'],
};

/**
 * The product starts without hosts/ and tools/: each has one door in server/, which loads it by import() when it is wanted (docs/architecture.md
 * §2.2).
 */
export const lazyImports: Record<string, string> = {
  'server/open-host.ts': 'hosts/open-host-file.ts',
  'server/content-api/content-api.ts': 'tools/sample/sample.ts',
};
