import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProductOf } from './built-product.ts';
import { beginWithSettings, compiledFolder } from './process-settings.ts';

const isEntry = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isEntry) beginWithSettings(import.meta.filename, process.argv.slice(2));

// What V8 has compiled, and the sources without their types, are kept between starts: NODE_COMPILE_CACHE says where, else beside the
// packages. Where we may not write, a start takes longer, and that is all. The product is loaded after this call, hence no import of
// it at the head of the file.
enableCompileCache(compiledFolder);

/** The server in few files where it is built from these sources, else the sources (docs/decisions/0029). */
const built = isEntry ? builtProductOf(join(import.meta.dirname, '..')) : undefined;
const product: typeof import('./product.ts') = built
  ? await import(pathToFileURL(built).href)
  : await import('./product.ts');

export type { Running, StartOptions } from './running.ts';
export const { start, run } = product;

if (isEntry) await run();
