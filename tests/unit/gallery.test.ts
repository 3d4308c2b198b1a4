import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Piece, pieceId } from '../../gallery/piece.ts';
import { groups } from '../../gallery/pieces/index.ts';

const root = join(import.meta.dirname, '../..');
const sourcesOf = (pattern: string) =>
  Object.fromEntries(
    globSync(pattern, { cwd: root }).map((path) => [
      path.split(sep).join(posix.sep),
      readFileSync(join(root, path), 'utf8'),
    ]),
  );

interface Module {
  /** Components that the module exports. */
  components: string[];
  /** Imports by file: names, or `*` for all of them. */
  imports: { file: string; name: string }[];
  /** Files whose exports the module re-exports. */
  passesOn: string[];
}

function readModule(path: string, source: string): Module {
  const { module } = parseSync(path, source);
  const fileOf = (specifier: string) => posix.join(posix.dirname(path), specifier);
  const exported = module.staticExports.flatMap(({ entries }) => entries).filter((entry) => !entry.isType);
  const isContext = (name: string) => new RegExp(`const ${name}\\b[^;]*\\bcreateContext\\b`).test(source);
  return {
    components: exported
      .filter(({ moduleRequest }) => !moduleRequest)
      .map(({ exportName }) => exportName.name ?? '')
      .filter((name) => /^[A-Z]\w*[a-z]/.test(name) && !isContext(name)),
    imports: module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries
        .filter((entry) => !entry.isType)
        .map(({ importName }) => ({ file: fileOf(moduleRequest.value), name: importName.name ?? '*' })),
    ),
    passesOn: exported.flatMap(({ moduleRequest }) => (moduleRequest ? [fileOf(moduleRequest.value)] : [])),
  };
}

/**
 * Returns the components of client/ui that the gallery does not show, as "file: name". The gallery shows what it
 * imports, and the components that those files use: a Menu shows its MenuList.
 */
function notShown(gallery: Record<string, string>, ui: Record<string, string>): string[] {
  const modules = new Map(Object.entries(ui).map(([path, source]) => [path, readModule(path, source)]));
  const shown = new Set<string>();
  const show = (file: string, name: string): void => {
    const module = modules.get(file);
    if (!module || shown.has(`${file}: ${name}`)) return;
    shown.add(`${file}: ${name}`);
    if (name === '*') for (const each of module.components) show(file, each);
    for (const next of module.passesOn) show(next, name);
    for (const each of module.imports) show(each.file, each.name);
  };
  for (const [path, source] of Object.entries(gallery)) {
    for (const { file, name } of readModule(path, source).imports) show(file, name);
  }
  return [...modules].flatMap(([path, { components }]) =>
    components.map((name) => `${path}: ${name}`).filter((component) => !shown.has(component)),
  );
}

describe('the gallery', () => {
  const pieces: readonly Piece[] = groups.flatMap((group) => group.pieces);

  it('shows every component of client/ui', () => {
    const ui = sourcesOf('client/ui/**/*.{ts,tsx}');
    expect(Object.values(ui).length).toBeGreaterThan(50);
    expect(notShown(sourcesOf('gallery/**/*.{ts,tsx}'), ui)).toEqual([]);
  });

  it('would name one that has no place in it', () => {
    const ui = {
      'client/ui/Menu.tsx': "import { List } from './List.tsx';\nexport function Menu() { return <List />; }",
      'client/ui/List.tsx': 'export function List() { return <ul />; }\nexport function ListHead() {}',
      'client/ui/all.tsx': "export * from './Icon.tsx';\nexport const Context = createContext(0);",
      'client/ui/Icon.tsx': 'export const PlusIcon = icon();',
      'client/ui/New.tsx': 'export function New() { return null; }\nexport interface NewProps {}',
    };
    const gallery = {
      'gallery/pieces/a.tsx':
        "import { Menu } from '../../client/ui/Menu.tsx';\nimport * as icons from '../../client/ui/all.tsx';",
    };
    expect(notShown(gallery, ui)).toEqual(['client/ui/List.tsx: ListHead', 'client/ui/New.tsx: New']);
  });

  it('says truly where each piece is, and gives each an address of its own', () => {
    const files = pieces.map(({ file }) => `client/ui/${file}`);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const fileOf = new Map(
      Object.entries(sourcesOf('client/ui/**/*.tsx')).flatMap(([path, source]) =>
        readModule(path, source).components.map((name) => [name, path]),
      ),
    );
    const elsewhere = pieces.filter(
      ({ name, file }) => fileOf.has(name) && fileOf.get(name) !== `client/ui/${file}`,
    );
    expect(elsewhere.map(({ name, file }) => `${name} is not in ${file}`)).toEqual([]);
    const ids = pieces.map(({ name }) => pieceId(name));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
