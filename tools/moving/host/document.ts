import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import { readBytes } from '../../../server/bff/upstream/json-answer.ts';
import type { UpstreamAnswer } from '../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../server/errors.ts';
import { typeOfFile } from '../../../server/forms/file-types.ts';
import type { MediaContent, MediaRefusal } from '../../archive/source-and-target.ts';

/**
 * Returns the CV in an answer, if it is of a type that this site accepts. The content type that the host states is
 * ignored.
 */
export async function documentOf(answer: UpstreamAnswer): Promise<MediaContent | MediaRefusal> {
  const bytes = await readBytes(answer, limits.documentBytes);
  // The content is written to a file, because the type of a document is found in the whole file and not in its first
  // bytes, and the check of types reads a file.
  const folder = await mkdtemp(join(tmpdir(), 'studio-cv-'));
  try {
    const path = join(folder, 'cv');
    await writeFile(path, bytes, { mode: 0o600 });
    const type = await typeOfFile(path, 'document', 'cv');
    const whole = await readFile(path);
    return {
      type,
      bytes: (async function* () {
        yield whole;
      })(),
    };
  } catch (error) {
    if (error instanceof AppError) return { refused: 'is not a document of an accepted type' };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
