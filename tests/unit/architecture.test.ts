import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { findBookProblems, firstCells, passesOf } from '../support/architecture/books.ts';
import { findFolderPairs } from '../support/architecture/folder-pairs.ts';
import { findViolations } from '../support/architecture/rules.ts';
import { readModules } from '../support/architecture/source-modules.ts';

const root = join(import.meta.dirname, '../..');

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((path) => path.split(sep).join(posix.sep));
}

function judge(sources: Record<string, string>): string[] {
  return findViolations(readModules(sources), new Set(Object.keys(sources)));
}

describe('the sources', () => {
  const sources = Object.fromEntries(
    [
      ...filesOf('{client,gallery,hosts,server,shared,scripts,tests,tools}/**/*.{ts,tsx}'),
      ...filesOf('*.config.ts'),
    ].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const modules = readModules(sources);
  const existing = new Set([
    ...Object.keys(sources),
    ...filesOf('{client,gallery,hosts,shared,server,tools}/**/*.*'),
    'package.json',
  ]);

  it('are all looked at', () => {
    expect(Object.keys(sources)).toEqual(
      expect.arrayContaining(['client/main.tsx', 'server/app.ts', 'shared/messages.ts', 'vite.config.ts']),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(200);
  });

  it('keep the directions and habits of docs/architecture.md §2', () => {
    expect(findViolations(modules, existing)).toEqual([]);
  });

  it('have no pair of server folders that import each other', () => {
    expect(findFolderPairs(modules)).toEqual([]);
  });
});

describe('the books', () => {
  const books = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...filesOf('{client,docs,gallery,hosts,server,shared,tests,tools}/**/*.md'),
  ];
  const sources = filesOf(
    '{client,gallery,hosts,server,shared,scripts,tests,tools}/**/*.{ts,tsx,css,html,json}',
  );
  const others = [
    ...filesOf('*.{ts,json}'),
    ...filesOf('deploy/**/*.{conf,service,sh,socket,timer,yml}'),
    'Dockerfile',
    '.ci/run',
  ];
  const texts = Object.fromEntries(
    [...books, ...sources, ...others].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const existing = [
    ...filesOf('{client,deploy,gallery,hosts,server,shared,scripts,tests,tools,docs}/**/*.*'),
    ...filesOf('deploy/*/Caddyfile'),
    ...Object.keys(texts),
  ];
  const architecture = texts['docs/architecture.md'] ?? '';

  it('have every section that is cited, and name only files that exist', () => {
    expect(findBookProblems(texts, existing)).toEqual([]);
  });

  it('draw every folder of the tree, in docs/architecture.md §2.1', () => {
    const [tree = ''] = /^shared\/contract\/ [^`]*/m.exec(architecture) ?? [];
    const folders = new Set(
      existing.flatMap(
        (path) => /^(?:client|hosts|server|shared|tests|tools)\/[^/]+\/(?=.)/.exec(path)?.[0] ?? [],
      ),
    );
    expect(folders.size).toBeGreaterThan(15);
    expect(
      [...folders].filter((folder) => !tree.includes(`\n${folder}`) && !tree.startsWith(folder)),
    ).toEqual([]);
  });

  it('tell the passes of a request in the order of server/app.ts, in server/README.md', () => {
    const passes = passesOf(texts['server/app.ts'] ?? '');
    expect(passes.length).toBeGreaterThan(20);
    expect(firstCells(texts['server/README.md'] ?? '', '## The order of the passes')).toEqual(passes);
  });

  it('tell the content security policy that is sent, in server/http/README.md', () => {
    const sent = new Map(securityHeaders(new URL('https://example.com'))).get('Content-Security-Policy');
    const [told = ''] = /^default-src [^`]*/m.exec(texts['server/http/README.md'] ?? '') ?? [];
    expect(told.trim().replace(/\s+/g, ' ')).toBe(sent);
  });

  it('tell every variable of the environment and no other, in docs/configuration.md', () => {
    const [, variables = ''] =
      /^const variables = z\.object\(\{\n([\s\S]*?)^\}\);$/m.exec(texts['server/config.ts'] ?? '') ?? [];
    const names = [...variables.matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(loadConfig({}))));
    expect(firstCells(texts['docs/configuration.md'] ?? '', '## Environment').sort()).toEqual(names.sort());
    const chosen = firstCells(texts['README.md'] ?? '', '## Settings');
    expect(chosen).toHaveLength(10);
    expect(chosen.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(texts['package.json'] ?? '') as { scripts: Record<string, string> };
    // A decision record describes the state of its date, not the present one.
    const present = books.filter((book) => !book.startsWith('docs/decisions/'));
    const named = present.flatMap((book) =>
      [...(texts[book] ?? '').matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => ({
        book,
        name,
      })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('stay short: README.md 160 lines, docs/architecture.md 300, the README of a folder 60', () => {
    const room = (book: string) => (book === 'README.md' ? 160 : book === 'docs/architecture.md' ? 300 : 60);
    const short = books.filter(
      (book) => book === 'docs/architecture.md' || (book.endsWith('README.md') && !book.startsWith('docs/')),
    );
    expect(short.length).toBeGreaterThan(25);
    expect(short.filter((book) => (texts[book] ?? '').split('\n').length > room(book) + 1)).toEqual([]);
  });
});

describe('the checker of books', () => {
  // Concatenated, so that this file does not cite the names.
  const product = `docs/product${'.md'}`;
  const book = `docs/x${'.md'}`;
  const decision = `docs/decisions/0001-x${'.md'}`;
  const pages = '# Book\n\n## 2. Screens\n\n### 2.1 One of them\n\n## 10. More\n';
  const judgeBooks = (texts: Record<string, string>) =>
    findBookProblems({ [product]: pages, ...texts }, [product, 'server/app.ts', ...Object.keys(texts)]);

  it.each([
    ['sections that exist', 'server/x.ts', `// ${product} §2, §2.1 and §10. Then §7 of RFC 9110`],
    ['a book without a section', 'server/x.ts', `// see ${product}`],
    ['a heading that exists', 'server/x.ts', `// see ${product}, "2. Screens"`],
    [
      'links and anchors',
      'README.md',
      `[a](${product}#21-one-of-them) [b](docs) [c](https://example.com/x) [d](#e)\n# E`,
    ],
    [
      'files, folders and what is to be filled in',
      'README.md',
      '`server/app.ts` `server/` `server/<name>/x.ts`\n',
    ],
    ['the past, in a decision', decision, '`server/gone.ts`'],
  ])('finds nothing in %s', (_story, path, text) => {
    expect(judgeBooks({ [path]: text })).toEqual([]);
  });

  it.each([
    ['a section that is not there', 'server/x.ts', `// ${product} §3: no`, '§3'],
    ['the second of several', 'server/x.ts', `// ${product} §2 and §11`, '§11'],
    ['a heading that is not there', 'server/x.ts', `// (${product}, "Session")`, '"Session"'],
    [
      'a folder without its README',
      'server/x.ts',
      `// as server/gone/README${'.md'} says`,
      'server/gone/README',
    ],
    ['a part that is not there', 'client/x.css', `/* ${product} §2.2 */`, '§2.2'],
    ['a citation over two lines', 'server/x.ts', `/**\n * As (${product}\n * §4) says.\n */`, '§4'],
    ['a book that is elsewhere', 'tests/x.ts', `// SPEC${' §'}4`, 'not in the repository'],
    ['a file of such a book', book, `see DESIGN${'.md'}`, 'not in the repository'],
    ['a decision that is not there', 'server/x.ts', `// (docs/decisions${'/'}0099)`, 'no decision'],
    ['a dead link', book, '[a](gone.md)', 'links to gone.md'],
    ['a dead anchor', 'README.md', `[a](${product}#3-no)`, 'no heading'],
    ['a dead image', decision, '![a](../a.png)', 'links to ../a.png'],
    ['a file that is gone', 'README.md', 'in `server/gone.ts`', 'names server/gone.ts'],
    ['a line of the tree', book, '```text\nserver/gone/   was here\n```\n', 'names server/gone/'],
  ])('finds %s', (_story, path, text, says) => {
    const found = judgeBooks({ [path]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(says);
    expect(found[0]).toContain(path);
  });
});

describe('the checker of sources', () => {
  /** A few correct files that the bad examples import. */
  const innocent: Record<string, string> = {
    'shared/limits.ts': '',
    'server/config.ts': 'export const all = process.env;',
    'server/errors.ts': '',
    'server/app.ts': '',
    'server/main.ts': '',
    'server/http/log.ts': '',
    'server/bff/call.ts': '',
    'server/content-api/app.ts': '',
    'server/database/sqlite.ts': '',
    'server/content-api/blogs/repository.ts': '',
    'server/content-api/blogs/routes.ts': '',
    'client/app/router.tsx': '',
    'client/api/request.ts': '',
    'client/ui/Button.tsx': '',
    'client/editor/RichTextEditor.tsx': '',
    'client/site/blog/ViewBlog.tsx': '',
    'client/site/home/Home.tsx': '',
    'client/admin/blogs/BlogsScreen.tsx': '',
    'tests/support/stub-upstream.ts': '',
    'scripts/dev.ts': '',
    'hosts/open-host-file.ts': '',
    'hosts/adapt-host.ts': '',
    'tools/archive/manifest.ts': '',
  };

  it('finds nothing in innocent files', () => {
    expect(judge(innocent)).toEqual([]);
  });

  it.each([
    [
      'server/bff/x.ts',
      "import { limits } from '#shared/limits.ts';\nimport '../http/log.ts';\nimport 'undici';",
    ],
    [
      'server/content-api/jobs/routes.ts',
      "import '../../database/sqlite.ts';\nimport '../blogs/repository.ts';",
    ],
    ['server/database/sqlite.ts', "import { DatabaseSync } from 'node:sqlite';"],
    [
      'client/app/x.tsx',
      "const a = () => import('../admin/blogs/BlogsScreen.tsx');\nimport '../site/home/Home.tsx';",
    ],
    ['client/site/blog/Card.tsx', "import '../../ui/Button.tsx';\nimport './ViewBlog.tsx';"],
    ['shared/x.ts', "import { z } from 'zod';\nimport './limits.ts';"],
    ['tests/unit/x.test.ts', "import '../../server/app.ts';\nconst e = process.env.CI;"],
    ['server/http/x.ts', 'const process2 = { env: 1 };\nexport const e = process2.env;'],
    ['client/ui/x.ts', "// import '../api/request.ts'\nexport const text = \"import '../api/request.ts'\";"],
    ['server/open-host.ts', "const a = () => import('../hosts/open-host-file.ts');"],
    ['hosts/x.ts', "import '../server/errors.ts';"],
    ['tools/x.ts', "import '../hosts/adapt-host.ts';"],
  ])('lets %s pass with %j', (path, source) => {
    expect(judge({ ...innocent, [path]: source })).toEqual([]);
  });

  it.each([
    [
      'shared on the server',
      'shared/x.ts',
      "import '../server/errors.ts';",
      'shared must not import server/errors.ts',
    ],
    ['shared on a package', 'shared/x.ts', "import 'express';", 'must not import express'],
    ['shared on Node', 'shared/x.ts', "import 'node:fs';", 'must not import node:fs'],
    [
      'the client on the server',
      'client/app/x.ts',
      "import '../../server/errors.ts';",
      'must not import server/',
    ],
    ['the client on Node', 'client/app/x.ts', "import 'node:path';", 'must not import node:path'],
    [
      'the server on the client',
      'server/http/x.ts',
      "import '../../client/app/router.tsx';",
      'must not import client/',
    ],
    ['the server on React', 'server/http/x.ts', "import 'react-dom/server';", 'must not import react-dom'],
    [
      'anything on tests',
      'server/http/x.ts',
      "import '../../tests/support/stub-upstream.ts';",
      'must not import tests/',
    ],
    ['anything on scripts', 'server/http/x.ts', "import '../../scripts/dev.ts';", 'must not import scripts/'],
    [
      'bff on the engine',
      'server/bff/x.ts',
      "import '../content-api/app.ts';",
      'must not import server/content-api',
    ],
    [
      'the engine on bff',
      'server/content-api/x.ts',
      "import '../bff/call.ts';",
      'must not import server/bff',
    ],
    [
      'the engine on http',
      'server/content-api/x.ts',
      "import '../http/log.ts';",
      'must not import server/http',
    ],
    ['http on bff', 'server/http/x.ts', "import '../bff/call.ts';", 'must not import server/bff'],
    ['a pass on main', 'server/bff/x.ts', "import '../main.ts';", 'must not import server/main.ts'],
    [
      'the app on the engine',
      'server/app.ts',
      "import './content-api/app.ts';",
      'must not import server/content-api',
    ],
    [
      'the door to hosts at every start',
      'server/open-host.ts',
      "import '../hosts/open-host-file.ts';",
      'must not import hosts/',
    ],
    [
      'another way into hosts',
      'server/open-host.ts',
      "import('../hosts/adapt-host.ts');",
      'must not import hosts/',
    ],
    [
      'another door to hosts',
      'server/target.ts',
      "import('../hosts/open-host-file.ts');",
      'must not import hosts/',
    ],
    [
      'the server on tools',
      'server/bff/x.ts',
      "import('../../tools/archive/manifest.ts');",
      'must not import tools/',
    ],
    ['hosts on tools', 'hosts/x.ts', "import '../tools/archive/manifest.ts';", 'must not import tools/'],
    ['bff on a database', 'server/bff/x.ts', "import 'node:sqlite';", 'must not import node:sqlite'],
    [
      'the database on a repository',
      'server/database/x.ts',
      "import '../content-api/blogs/repository.ts';",
      'server/database must not import server/content-api',
    ],
    [
      'a repository on routes',
      'server/content-api/jobs/repository.ts',
      "import '../blogs/routes.ts';",
      'routes → repository → database',
    ],
    ['ui on api', 'client/ui/x.ts', "import '../api/request.ts';", 'client/ui must not import client/api'],
    ['ui on the router', 'client/ui/x.ts', "import 'react-router-dom';", 'must not import react-router-dom'],
    [
      'api on toasts',
      'client/api/x.ts',
      "import 'react-toastify/unstyled';",
      'must not import react-toastify',
    ],
    [
      'editor on api',
      'client/editor/x.ts',
      "import '../api/request.ts';",
      'client/editor must not import client/api',
    ],
    [
      'site on admin',
      'client/site/x.ts',
      "import '../admin/blogs/BlogsScreen.tsx';",
      'must not import client/admin',
    ],
    ['a feature on app', 'client/site/x.ts', "import '../app/router.tsx';", 'must not import client/app'],
    [
      'a feature on its sibling',
      'client/site/blog/x.ts',
      "import '../home/Home.tsx';",
      'must not import its sibling',
    ],
    ['a lazy import', 'client/site/blog/x.ts', "const a = () => import('../home/Home.tsx');", 'its sibling'],
    ['export from', 'client/ui/x.ts', "export { a } from '../api/request.ts';", 'must not import client/api'],
    ['export all from', 'client/ui/x.ts', "export * from '../api/request.ts';", 'must not import client/api'],
    ['a type', 'client/ui/x.ts', "import type { A } from '../api/request.ts';", 'must not import client/api'],
    [
      'a type in place',
      'client/ui/x.ts',
      "type A = import('../api/request.ts').A;",
      'must not import client/api',
    ],
    ['a computed import', 'client/ui/x.ts', 'const a = (b: string) => import(b);', 'cannot be judged'],
    ['no extension', 'client/ui/x.ts', "import './button/Button';", 'is no file'],
    ['a file that is not there', 'client/ui/x.ts', "import './gone.ts';", 'is no file'],
    [
      'a relative way to shared',
      'client/ui/x.ts',
      "import '../../shared/limits.ts';",
      'should be written #shared/',
    ],
    ['a new folder', 'server/cron/x.ts', "import '../errors.ts';", 'stands in no part'],
    [
      'process.env',
      'server/http/x.ts',
      'const a = process.env.PORT;',
      'only server/config.ts reads process.env',
    ],
    ['process.env by text', 'server/http/x.ts', "const a = process['env'];", 'only server/config.ts'],
    [
      'globalThis.process.env',
      'client/ui/x.ts',
      'const a = globalThis.process.env;',
      'only server/config.ts',
    ],
    ['env taken apart', 'shared/x.ts', 'const { env } = process;', 'only server/config.ts'],
    ['env imported', 'server/http/x.ts', "import { env as e } from 'node:process';", 'only server/config.ts'],
    ['a drawer', 'server/http/utils.ts', '', 'is a drawer'],
    ['a drawer of a kind', 'client/ui/date-helpers.ts', '', 'is a drawer'],
    ['a drawer folder', 'client/ui/misc/x.ts', '', 'is a drawer'],
    ['camel case', 'server/http/requestLog.ts', '', 'kebab-case'],
    ['a component on the server', 'server/http/Log.ts', '', 'kebab-case'],
    ['a folder in Pascal case', 'client/ui/Button/Button.tsx', '', 'kebab-case'],
    ['a note', 'server/http/x.ts', `// ${'TO'}DO later`, 'leaves a note'],
    ['a file that does not parse', 'server/http/x.ts', 'const = ;', 'does not parse'],
  ])('finds %s', (_story, path, source, says) => {
    const found = judge({ ...innocent, [path]: source });
    expect(found.join('\n')).toContain(says);
    expect(found.length).toBeGreaterThan(0);
    for (const violation of found) expect(violation).toContain(path);
  });

  it('finds folders of the server that import each other, also for types, but not a folder and one inside of it', () => {
    const pairs = readModules({
      'server/bff/a/one.ts': "import '../b/one.ts';\nimport './inner/one.ts';",
      'server/bff/a/two.ts': '',
      'server/bff/a/inner/one.ts': "import '../two.ts';",
      'server/bff/b/one.ts': "import '../c/one.ts';",
      'server/bff/b/two.ts': "import type { A } from '../a/two.ts';",
      'server/bff/c/one.ts': '',
    });
    expect(findFolderPairs(pairs)).toEqual(['server/bff/a ↔ server/bff/b']);
  });

  it('finds a circle, also of types and of lazy imports', () => {
    const circle = {
      'server/bff/a.ts': "import { b } from './b.ts';",
      'server/bff/b.ts': "import type { C } from './c.ts';",
      'server/bff/c.ts': "export const a = () => import('./a.ts');",
    };
    expect(judge({ ...innocent, ...circle })).toEqual([
      'circular: server/bff/a.ts → server/bff/b.ts → server/bff/c.ts → server/bff/a.ts',
    ]);
    expect(judge({ ...innocent, 'server/bff/a.ts': "import './a.ts';" })).toEqual([
      'circular: server/bff/a.ts → server/bff/a.ts',
    ]);
  });
});
