import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// What V8 has compiled, and the sources without their types, are kept between starts: NODE_COMPILE_CACHE says where, else beside the
// packages. It is code that will run, so it is not kept among temporary files, where others may write. Where we may not, a start
// takes longer, and that is all. The product is loaded after this call, hence no import of it at the head of the file.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));
const product = await import('./product.ts');

export type { Running, StartOptions } from './product.ts';
export const { start, run } = product;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
