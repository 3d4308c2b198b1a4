import { acceptedNames, acceptedTypes, type FileKind, limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/** Largest size of one file, in bytes. */
const maxBytes: Record<FileKind, number> = {
  image: limits.imageBytes,
  video: limits.videoBytes,
  document: limits.documentBytes,
};

/** Some systems know no type for these, and the browser then tells none. */
const typeOfEnding: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * Why a file would be refused by the upload gate, in words that begin with `name`; undefined when it may be sent.
 * Checked before anything is sent: kind, size, and of images that they can be read. The server checks again, by what
 * the file holds.
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

/** For `accept` of an input: types, and endings for systems that know no type of them. */
export function acceptOf(kind: FileKind): string {
  const endings = Object.entries(typeOfEnding).flatMap(([ending, type]) =>
    acceptedTypes[kind].includes(type) ? [`.${ending}`] : [],
  );
  return [...acceptedTypes[kind], ...endings].join(',');
}

/** What a person is told beside a field for one file: "PDF, DOC, DOCX, up to 5 MB". */
export function fileHint(kind: FileKind): string {
  return `${acceptedNames[kind]}, up to ${readableBytes(maxBytes[kind])}`;
}

/**
 * Why an image file would be refused by the upload gate, in words that begin with `name`; undefined when it may be
 * sent. Checked before anything is sent: type (SVG carries scripts), size, and that it is an image at all, whatever its
 * name says. The server checks again.
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
