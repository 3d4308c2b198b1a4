import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  /** Files that the chunk's styles refer to. */
  assets?: string[];
}

/** The built files that a browser needs for certain source files of the client, as paths on this site. */
export interface PageAssets {
  styles: string[];
  scripts: string[];
  /** Script that fetches the other scripts (client/boot.ts). */
  boot: string;
  /** Fonts that only some pages need, each with what a page that needs it contains. */
  fonts: { file: string; usedBy: RegExp }[];
}

const fontsOfSomePages = [
  { name: /arabic[^/]*\.woff2$/, usedBy: /\p{Script=Arabic}/u },
  { name: /instrument-sans-italic[^/]*\.woff2$/, usedBy: /<(?:em|i|cite)[ >]/ },
];

/** Reads Vite's manifest of the browser build. Returns a function that gives the built files for source files. */
export async function readAssets(clientDir: string): Promise<(sources: readonly string[]) => PageAssets> {
  const text = await readFile(join(clientDir, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;

  const built = Object.values(manifest).flatMap(({ assets = [] }) => assets);
  const fonts = fontsOfSomePages.flatMap(({ name, usedBy }) => {
    const file = built.find((path) => name.test(path));
    return file ? [{ file: `/${file}`, usedBy }] : [];
  });

  const boot = manifest['boot.ts']?.file;
  if (!boot) throw new Error('The build lacks boot.ts.');

  return (sources) => {
    const seen = new Set<string>();
    const styles = new Set<string>();
    const scripts = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      // Imported chunks are visited first, so that the chunk's own styles come later and override theirs.
      for (const imported of chunk.imports ?? []) visit(imported);
      for (const file of chunk.css ?? []) styles.add(`/${file}`);
      scripts.add(`/${chunk.file}`);
    };
    for (const source of ['index.html', ...sources]) visit(source);
    return { styles: [...styles], scripts: [...scripts], boot: `/${boot}`, fonts };
  };
}
