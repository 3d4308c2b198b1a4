import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { findBookProblems, firstCells, passesOf } from '../support/architecture/books.ts';
import { findFolderPairs, findViolations } from '../support/architecture/rules.ts';
import { readModules } from '../support/architecture/source-modules.ts';

const root = join(import.meta.dirname, '../..');

function filesOf(pattern: string) {
  return globSync(pattern, { cwd: root }).map((path) => path.split(sep).join(posix.sep));
}

describe('the sources', () => {
  const sources = Object.fromEntries(
    [
      ...filesOf('{client,gallery,hosts,server,shared,scripts,tests,tools}/**/*.{ts,tsx}'),
      ...filesOf('*.config.ts'),
    ].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const modules = readModules(sources);
  it('keep the directions and habits of docs/architecture.md §2', () => {
    expect(findViolations(modules)).toEqual([]);
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
    const names = Object.keys(loadConfig({}));
    expect(firstCells(texts['docs/configuration.md'] ?? '', '## Environment').sort()).toEqual(names.sort());
    const chosen = firstCells(texts['README.md'] ?? '', '## Settings');
    expect(chosen).toHaveLength(10);
    expect(chosen.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the checkers', () => {
  it.each([
    ['shared/x.ts', "import 'express';", 'must not import express'],
    ['server/bff/x.ts', "import '../content-api/app.ts';", 'must not import server/content-api'],
    ['server/http/x.ts', "import('../../tools/archive.ts');", 'must not import tools/'],
    ['client/ui/x.ts', "export { a } from '../api/request.ts';", 'must not import client/api'],
    ['client/site/blog/x.ts', "const a = () => import('../home/Home.tsx');", 'its sibling'],
    ['server/content-api/jobs/repository.ts', "import '../blogs/routes.ts';", 'routes → repository'],
    ['client/ui/x.ts', 'const a = (b: string) => import(b);', 'cannot be judged'],
    ['server/cron/x.ts', "import '../errors.ts';", 'stands in no part'],
    ['client/ui/date-helpers.ts', '', 'is a drawer'],
  ])('find in %s: %s', (path, source, says) => {
    expect(findViolations(readModules({ [path]: source })).join('\n')).toContain(says);
  });

  it('find books that cite, link and name what is not there', () => {
    // Concatenated, so that this file does not cite the names.
    const product = `docs/product${'.md'}`;
    const text = `${product} §2 and §11. [a](gone.md) [b](${product}#no) \`server/gone.ts\` SPEC${' §'}4`;
    const found = findBookProblems({ [product]: '## 2. Screens', 'README.md': text }, [product]);
    expect(found).toHaveLength(5);
  });
});
