import { acceptedNames, acceptedTypes, type FileKind, limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { forms } from '#shared/words/en/forms.ts';
import { createWords } from '#shared/words/words.ts';

/** Maximum size of one file of each kind, in bytes. */
const maxBytes: Record<FileKind, number> = {
  image: limits.imageBytes,
  video: limits.videoBytes,
  captions: limits.captionsBytes,
  document: limits.documentBytes,
};

/**
 * Types by file extension. Needed because some systems do not know these extensions; the browser then reports no
 * type.
 */
const typeOfEnding: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * Returns why the server would refuse a file, as a text that begins with its name; undefined if the file can be sent.
 * Checks the type, the size and, for images, whether they can be decoded. The server checks the file's content again.
 */
export async function fileProblem(file: File, kind: FileKind) {
  const problem = outerProblem(file, kind);
  if (problem || kind !== 'image') return problem;
  const decoded = await createImageBitmap(file).catch(() => undefined);
  decoded?.close();
  return pixelsProblem(decoded, file.name);
}

/** Returns what is wrong with the type or the size of a file. `most` is the largest accepted size, in bytes. */
export function outerProblem(file: File, kind: FileKind, most: number = maxBytes[kind]) {
  const field = file.name;
  // SVG is none of the accepted types because it can contain scripts.
  if (!acceptedTypes[kind].includes(typeOf(file)))
    return messageText('upload.wrongType', { field, accepted: acceptedNames[kind] });
  if (file.size === 0) return messageText('upload.empty', { field });
  if (file.size > most) return messageText('upload.tooLarge', { field, limit: readableBytes(most) });
  return undefined;
}

/** Returns what is wrong with the picture of a file with this name, which is undefined if it could not be decoded. */
export function pixelsProblem(picture: Pick<ImageBitmap, 'width' | 'height'> | undefined, field: string) {
  if (!picture) return messageText('upload.badImage', { field });
  const { width, height } = picture;
  const { imageSidePixels: side, imagePixels } = limits;
  if (Math.max(width, height) <= side && width * height <= imagePixels) return undefined;
  return messageText('upload.imageTooWide', {
    field,
    size: `${width}×${height}`,
    limit: `${side}×${side}`,
  });
}

function typeOf({ type, name }: File) {
  if (type && type !== 'application/octet-stream') return type;
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(typeOfEnding, ending) ? (typeOfEnding[ending] ?? '') : '';
}

/** Returns the `accept` of an input: types, and extensions for systems that do not know the types. */
export function acceptOf(kind: FileKind) {
  const endings = Object.entries(typeOfEnding).flatMap(([ending, type]) =>
    acceptedTypes[kind].includes(type) ? [`.${ending}`] : [],
  );
  return [...acceptedTypes[kind], ...endings].join(',');
}

const english = createWords<typeof forms>('en', forms);

/** Returns the hint of a file field, e.g. "PDF, DOC, DOCX, up to 5 MB". */
export function fileHint(kind: FileKind, words = english) {
  return words('file.upTo', { types: acceptedNames[kind], size: readableBytes(maxBytes[kind]) });
}
