import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  /** Files that its styles name. */
  assets?: string[];
}

/** What the browser needs for some sources of the client, as paths under our origin. */
export interface PageAssets {
  styles: string[];
  scripts: string[];
  /** Fetches the scripts (client/boot.ts). */
  boot: string;
  /** The face of the Arabic script, for pages with a letter of it. */
  arabicFont: string | undefined;
}

/** Vite's manifest of the browser build: which files a source came to be in. */
export async function readAssets(clientDir: string): Promise<(sources: readonly string[]) => PageAssets> {
  const text = await readFile(join(clientDir, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;

  const arabic = Object.values(manifest)
    .flatMap(({ assets = [] }) => assets)
    .find((file) => /arabic[^/]*\.woff2$/.test(file));
  const arabicFont = arabic && `/${arabic}`;

  const boot = manifest['boot.ts']?.file;
  if (!boot) throw new Error('The build has no boot.ts.');

  return (sources) => {
    const seen = new Set<string>();
    const styles = new Set<string>();
    const scripts = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      // What a chunk is built on comes first, so that its own styles win.
      for (const imported of chunk.imports ?? []) visit(imported);
      for (const file of chunk.css ?? []) styles.add(`/${file}`);
      scripts.add(`/${chunk.file}`);
    };
    for (const source of ['index.html', ...sources]) visit(source);
    return { styles: [...styles], scripts: [...scripts], boot: `/${boot}`, arabicFont };
  };
}
