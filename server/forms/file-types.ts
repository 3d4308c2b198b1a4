import { acceptedNames, acceptedTypes, type FileKind } from '#shared/limits.ts';
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
