import { createWriteStream } from 'node:fs';
import { copyFile, link, open, readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { AppError } from '../../errors.ts';
import { refuseCutImage } from '../../forms/form-rules.ts';
import type { FormFolder, SentForm, SentPart, TempFolders } from '../../forms/read-form.ts';
import { storageFullError } from '../../process/data-dir.ts';
import { withPlainImages } from '../../rich-text/inline-images.ts';

/** A received file of a type that its field accepts. */
export interface IncomingFile {
  path: string;
  /** The media type, detected from the first bytes and never from the name. */
  type: string;
  /** The original file name; without one, the last part of the path is used. */
  name?: string;
}

/** A file of a form. */
export interface ReceivedFile extends IncomingFile {
  /** Bytes. */
  size: number;
  /** The sender's file name; pass it through `displayName` before showing it. */
  name: string;
}

/** A form. Its files are in a separate folder, and of the types that their fields accept. */
export interface Form {
  /** Returns the unchanged text of a field; undefined when the field was not sent. */
  text(name: string): string | undefined;
  /**
   * Returns the files of a field by the field's plain name, sorted by index (`images[2]` before `images[10]`),
   * otherwise in order of arrival.
   */
  files(name: string): ReceivedFile[];
  /** Removes files that were not moved into storage. */
  removeFiles(): Promise<void>;
}

export type FormReader = (form: SentForm | undefined, policy: UploadPolicy) => Promise<Form>;

/**
 * Makes the reader for forms that the upload gate (server/bff/uploads) has read and checked. Each file gets a second
 * hard link in a folder of the engine, or is copied there if a link is not possible. So the call does not depend on
 * whether the sender removes the file or sends the form again. The files are flushed to the disk, since they are
 * about to be stored. Rejects with AppError 415 without a form, and 507 when the disk is full; then it leaves nothing
 * on the disk.
 */
export function createFormReader(folders: TempFolders, log: Logger): FormReader {
  return async (form, policy) => {
    if (!form) throw new AppError('upload.multipartRequired', 415);
    const folder = folders.open();
    // A failure is only logged, because a finished change must not fail if its folder of temporary files remains. The
    // next start removes the folder.
    const removeFiles = () =>
      folder.remove().catch((error: unknown) => {
        log.warn({ err: error }, 'content API: temporary files could not be removed; retrying later');
      });
    try {
      return { ...(await takeOver(form, policy, folder)), removeFiles };
    } catch (error) {
      await removeFiles();
      throw storageFullError(error, 'upload.noSpace') ?? error;
    }
  };
}

async function takeOver(
  { parts, readFile: readLast }: SentForm,
  policy: UploadPolicy,
  folder: FormFolder,
): Promise<Pick<Form, 'text' | 'files'>> {
  const texts = new Map<string, string>();
  const files = new Map<string, ReceivedFile[]>();
  for (const { kind, name, source } of parts) {
    if (kind !== 'text') continue;
    const text = await textOf(source);
    const isRich = policy.texts.some((field) => field.name === name && field.size === 'rich');
    texts.set(name, isRich ? await withPlainImages(text, () => refuseCutImage(name)) : text);
  }
  const inOrder = parts
    .filter((part) => part.kind === 'file')
    .sort((one, other) => indexOf(one) - indexOf(other));
  for (const part of inOrder) {
    const { name, type, size, fileName, source } = part;
    const path = await folder.newPath();
    await folder.track(keep(readLast ? readLast() : source, path));
    const field = policy.files.find(({ pattern }) => pattern.test(name))?.name ?? name;
    files.set(field, [...(files.get(field) ?? []), { path, type, size, name: fileName }]);
  }
  return { text: (name) => texts.get(name), files: (name) => files.get(name) ?? [] };
}

/** Returns the text of a field: a short text is in memory, a long one in a file. */
async function textOf(source: SentPart['source']) {
  return Buffer.isBuffer(source) ? source.toString() : readFile(source, 'utf8');
}

async function keep(source: SentPart['source'] | AsyncIterable<Buffer>, path: string) {
  if (typeof source === 'string') await link(source, path).catch(() => copyFile(source, path));
  else if (Buffer.isBuffer(source)) await writeFile(path, source, { flag: 'wx', mode: 0o600 });
  else await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/**
 * Returns the number in `images[2]` or `tech_image[2][file]`; 0 for a name without a number, so that such files stay
 * in order of arrival.
 */
function indexOf({ name }: SentPart) {
  return Number(/\[(\d+)\]/.exec(name)?.[1] ?? 0);
}
