import { execFile } from 'node:child_process';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../scripts/studio.ts');

/** Runs `npm run studio --` with these words as an operator does, in a process of its own. */
export function studio(
  words: readonly string[],
  environment: Record<string, string>,
  { input = '', flags = [] as string[] } = {},
) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return new Promise<{ code: unknown; signal: unknown; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [...flags, script, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, signal: error?.signal ?? null, out, err }),
    );
    child.stdin?.end(input);
  });
}
