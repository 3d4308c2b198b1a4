import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProductOf } from './built-product.ts';
import { beginWithSettings, compiledFolder } from './process-settings.ts';

const isEntry = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isEntry) beginWithSettings(import.meta.filename, process.argv.slice(2));

// V8's compiled code and the sources without their types are cached between starts: in NODE_COMPILE_CACHE if set,
// else next to the packages. If that folder cannot be written, a start only takes longer. The product is loaded after
// this call, hence there is no import of it at the head of the file.
enableCompileCache(compiledFolder);

/** The server in few files if it is built from the present sources, else the sources (docs/decisions/0029). */
const built = isEntry ? builtProductOf(join(import.meta.dirname, '..')) : undefined;
const product: typeof import('./product.ts') = built
  ? await import(pathToFileURL(built).href)
  : await import('./product.ts');

export type { Running, StartOptions } from './running.ts';
export const { start, run } = product;

if (isEntry) await run();
