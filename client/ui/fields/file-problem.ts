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
 * Returns why the server would refuse a file, as a text that begins with `name`; undefined if the file can be sent.
 * Checks the type, the size and, for images, whether they can be decoded. The server checks the file's content again.
 */
export async function fileProblem(file: File, kind: FileKind, name: string): Promise<string | undefined> {
  if (kind === 'image') return imageProblem(file, name);
  if (!acceptedTypes[kind].includes(typeOf(file))) {
    return messageText('upload.wrongType', { field: name, accepted: acceptedNames[kind] });
  }
  if (file.size === 0) return messageText('upload.empty', { field: name });
  if (file.size > maxBytes[kind]) {
    return messageText('upload.tooLarge', { field: name, limit: readableBytes(maxBytes[kind]) });
  }
  return undefined;
}

function typeOf({ type, name }: File): string {
  if (type && type !== 'application/octet-stream') return type;
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(typeOfEnding, ending) ? (typeOfEnding[ending] ?? '') : '';
}

/** Returns the `accept` of an input: types, and extensions for systems that do not know the types. */
export function acceptOf(kind: FileKind): string {
  const endings = Object.entries(typeOfEnding).flatMap(([ending, type]) =>
    acceptedTypes[kind].includes(type) ? [`.${ending}`] : [],
  );
  return [...acceptedTypes[kind], ...endings].join(',');
}

const english = createWords<typeof forms>('en', forms);

/** Returns the hint of a file field, e.g. "PDF, DOC, DOCX, up to 5 MB". */
export function fileHint(kind: FileKind, words = english): string {
  return words('file.upTo', { types: acceptedNames[kind], size: readableBytes(maxBytes[kind]) });
}

/**
 * Returns why the server would refuse an image file, as a text that begins with `name`; undefined if it can be sent.
 * Checks the type (SVG is refused because it can contain scripts), the size, and whether the file is an image. The
 * server checks it again.
 */
async function imageProblem(file: File, name: string): Promise<string | undefined> {
  if (!acceptedTypes.image.includes(file.type)) {
    return messageText('upload.wrongType', { field: name, accepted: acceptedNames.image });
  }
  if (file.size === 0) return messageText('upload.empty', { field: name });
  if (file.size > limits.imageBytes) {
    return messageText('upload.tooLarge', { field: name, limit: readableBytes(limits.imageBytes) });
  }
  const size = await decodedSize(file);
  if (!size) return messageText('upload.badImage', { field: name });
  const { width, height } = size;
  if (Math.max(width, height) <= limits.imageSidePixels && width * height <= limits.imagePixels)
    return undefined;
  return messageText('upload.imageTooWide', {
    field: name,
    size: `${width}×${height}`,
    limit: `${limits.imageSidePixels}×${limits.imageSidePixels}`,
  });
}

async function decodedSize(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}
