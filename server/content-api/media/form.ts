import type { Request } from 'express';
import type { Logger } from 'pino';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/allowance.ts';
import { refusalOfHeaders } from '../../forms/multipart.ts';
import { type FilePart, type Part, readForm } from '../../forms/read-form.ts';
import type { TempFolders } from '../../forms/temp-folders.ts';
import { withPlainImages } from '../../rich-text/plain-images.ts';

/** A received file that is what its field takes. */
export interface IncomingFile {
  path: string;
  /** By its first bytes, never by its name. */
  type: string;
  /** As whoever chose it called it; without one it is called what the path ends with. */
  name?: string;
}

/** A file of a form. */
export interface ReceivedFile extends IncomingFile {
  /** Bytes. */
  size: number;
  /** As the sender called it: fit to be shown only when `displayName` has seen it. */
  name: string;
}

/** A form that was read whole: its files lie in a folder of its own, and are what their field says. */
export interface Form {
  /** The text of a field as it came; undefined when the field was not sent. */
  text(name: string): string | undefined;
  /** The files of a field by the field's plain name; `images[2]` before `images[10]`, else in order of arrival. */
  files(name: string): ReceivedFile[];
  /** Removes what was not moved into place. */
  removeFiles(): Promise<void>;
}

export type FormReader = (req: Request, policy: UploadPolicy) => Promise<Form>;

/**
 * Reads multipart forms by the rules of the BFF's gate, once more: whoever speaks to the engine, a BFF or not, is not trusted.
 * Rejects with AppError 400, 413, 415, 422 or 507, and then leaves nothing on the disk.
 */
export function createFormReader(config: Config, folders: TempFolders, log: Logger): FormReader {
  const allowance = allowanceOf(config);
  return async (req, policy) => {
    const refusal = refusalOfHeaders(req);
    if (refusal) throw refusal;
    const most = totalBytes(policy, allowance);
    if (Number(req.headers['content-length'] ?? 0) > most) {
      throw new AppError('upload.totalTooLarge', 413, { values: { limit: readableBytes(most) } });
    }
    const folder = folders.open();
    // A change that is done is not undone by a folder that stays: the next start removes it.
    const removeFiles = () =>
      folder.remove().catch((error: unknown) => {
        log.warn({ err: error }, 'content API: temporary files could not be removed yet');
      });
    try {
      const parts = await readForm(req, { policy, allowance, folder, textsInMemory: true, flush: true });
      return { ...(await formOf(parts, policy)), removeFiles };
    } catch (error) {
      await removeFiles();
      throw error;
    }
  };
}

async function formOf(parts: readonly Part[], policy: UploadPolicy): Promise<Pick<Form, 'text' | 'files'>> {
  const texts = new Map<string, string>();
  const files = new Map<string, ReceivedFile[]>();
  for (const part of parts)
    if (part.kind === 'text') texts.set(part.name, await withPlainImages(part.source.toString()));
  const inOrder = parts
    .filter((part) => part.kind === 'file')
    .sort((one, other) => indexOf(one) - indexOf(other));
  for (const { name, source: path, type, size, fileName } of inOrder) {
    const field = policy.files.find(({ pattern }) => pattern.test(name))?.name ?? name;
    files.set(field, [...(files.get(field) ?? []), { path, type, size, name: fileName }]);
  }
  return { text: (name) => texts.get(name), files: (name) => files.get(name) ?? [] };
}

/** The number in `images[2]` or `tech_image[2][file]`; names without one keep the order in which they came. */
function indexOf({ name }: FilePart): number {
  return Number(/\[(\d+)\]/.exec(name)?.[1] ?? 0);
}
