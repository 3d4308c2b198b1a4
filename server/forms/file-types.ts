import { acceptedNames, acceptedTypes, type FileKind, limits } from '#shared/limits.ts';
import type { AppError } from '../errors.ts';
import { refuseField } from './refusals.ts';
import { isWordDocument } from './word-document.ts';

/** How much of a file is looked at before the rest is taken: file-type's own sample size, in bytes. */
export const headBytes = 4100;

/**
 * The type of a whole file by its signature, as the upstream is told; never by its name or by what the browser said.
 * 415 when it is not one that the kind accepts.
 */
export async function typeOfFile(path: string, kind: FileKind, field: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  let type = (await fileTypeFromFile(path).catch(unknownType))?.mime;
  if (type === 'application/x-cfb' && kind === 'document' && (await isWordDocument(path))) {
    type = 'application/msword';
  }
  if (type === undefined || !acceptedTypes[kind].includes(type)) throw wrongType(kind, field);
  return type;
}

/**
 * Looks at the first bytes so that 200 MB of something else are refused at once. Documents wait for their end: what
 * kind of ZIP or OLE file they are stands further back, and they are small.
 */
export async function assertPlausibleHead(head: Buffer, kind: FileKind, field: string): Promise<void> {
  if (kind === 'document') return;
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head).catch(unknownType);
  if (!type || !acceptedTypes[kind].includes(type.mime)) throw wrongType(kind, field);
}

/** Image or video by its first bytes (`headBytes` of them), with its type; undefined for what is neither, SVG and pages among it. */
export async function mediaTypeOf(
  head: Buffer,
): Promise<{ kind: 'image' | 'video'; type: string } | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = (await fileTypeFromBuffer(head).catch(unknownType))?.mime;
  if (type === undefined) return undefined;
  const kind = (['image', 'video'] as const).find((each) => acceptedTypes[each].includes(type));
  return kind && { kind, type };
}

function wrongType(kind: FileKind, field: string): AppError {
  return refuseField('upload.wrongType', 415, field, { accepted: acceptedNames[kind] });
}

/** A file on which the detector chokes is of no known type; a failing disk stays a failure. */
function unknownType(error: unknown): undefined {
  if (error instanceof Error && 'syscall' in error) throw error;
}

/** File name endings by type, and back: a served file says the type that its bytes had when it came. */
export const mediaEndings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

/** Documents are what people send us about themselves: they are never served, and have an address of another kind. */
export const documentEndings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** The ending of the names of files of this type; undefined for types that are not stored. */
function endingOf(type: string): string | undefined {
  return mediaEndings[type] ?? documentEndings[type];
}

/** Characters that no file system takes or that hide what a name ends with: controls, bidi and other invisible marks. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\/]+/gu;

/**
 * The name of a received file as people see it and save it: no folders, no tricks, at most 255 bytes, and always with
 * the ending of the type that the file is. It names nothing on our disk.
 */
export function displayName(sent: string, type: string): string {
  const ending = endingOf(type);
  if (!ending) throw new Error(`displayName: files of type ${type} are not stored`);
  const plain = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(unfit, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const stem = plain.toLowerCase().endsWith(`.${ending}`) ? plain.slice(0, -ending.length - 1) : plain;
  return `${cut(stem.trim(), limits.fileNameBytes - ending.length - 1) || 'file'}.${ending}`;
}

/** The longest beginning of so many bytes, whole characters only. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept.trimEnd();
}
