import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProductOf } from './process/built-product.ts';
import { beginWithSettings, compiledFolder } from './process/settings.ts';

const isEntry = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isEntry) beginWithSettings(import.meta.filename, process.argv.slice(2));

// Caches V8's compiled code, and the sources without their types, for the next start: in NODE_COMPILE_CACHE if that
// is set, otherwise next to the packages. If the folder cannot be written, the start only takes longer. Only modules
// that are loaded after this call are cached, so the product is not imported at the top of the file.
enableCompileCache(compiledFolder);

/**
 * The bundled server if it was built from the present sources; otherwise undefined, and the sources are loaded
 * (docs/decisions/0029).
 */
const built = isEntry ? builtProductOf(join(import.meta.dirname, '..')) : undefined;
const product: typeof import('./product.ts') = built
  ? await import(pathToFileURL(built).href)
  : await import('./product.ts');

export type { StartOptions } from './product/open-company.ts';
export type { Running } from './product.ts';
export const { start, run } = product;

if (isEntry) await run();
