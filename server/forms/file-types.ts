import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { acceptedNames, acceptedTypes, type FileKind, limits } from '#shared/limits.ts';
import { gifCanvas, isWholePicture, readDecoderHeader } from '../image-files/image-files.ts';
import { refuseCutImage, refuseField } from './form-rules.ts';

const webVtt = 'text/vtt';
const wordPackage = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** How many bytes of a file are checked before the rest is accepted: the sample size of the library `file-type`. */
const headBytes = 4100;

/** Yields the pieces of a file, the first of them only after `judge` has seen the first bytes of the file. */
export async function* judgeHead(
  pieces: AsyncIterable<Buffer>,
  judge: (head: Buffer) => Promise<void>,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < headBytes) continue;
    await judge(head.subarray(0, headBytes));
    yield head;
    head = undefined;
  }
  if (!head) return;
  await judge(head);
  yield head;
}

/**
 * Returns the type of a whole file by its signature, never by its name or by the browser's statement. The upstream
 * gets this type. Throws 415 when the kind does not accept the type, and 422 for captions that cannot be parsed.
 */
export async function typeOfFile(path: string, kind: FileKind, field: string) {
  if (kind === 'captions') return typeOfCaptions(path, field);
  const { fileTypeFromFile } = await import('file-type');
  const found = plainType(await fileTypeFromFile(path).catch(unknownType));
  const type = kind === 'document' ? documentTypeOf(await readFile(path), found) : found;
  if (type === undefined || !acceptedTypes[kind].includes(type)) throw wrongType(kind, field);
  return type;
}

/**
 * Checks the first bytes of a file, so that 200 MB of a wrong type are refused before they are transferred. Documents
 * are not checked here: the first bytes of a ZIP or OLE file do not show what it contains, and documents are small.
 * They are checked when they are complete.
 */
export async function assertPlausibleHead(head: Buffer, kind: FileKind, field: string) {
  if (kind !== 'document' && (await mediaTypeOf(head))?.kind !== kind) throw wrongType(kind, field);
}

/** An animated PNG is a PNG: every program opens it as one, and all of its names end in .png. */
function plainType(found: { mime: string } | undefined) {
  return found?.mime === 'image/apng' ? 'image/png' : found?.mime;
}

/**
 * Returns the type of a document that the detector does not know, as programs for reading take it: a PDF that begins
 * within the first kilobyte (some programs write a mail's head or a printer's commands before it), and a Word file
 * whose list of contents is written in an unusual way.
 */
function documentTypeOf(file: Buffer, found: string | undefined) {
  if (found === undefined && /%PDF-\d\.\d/.test(file.toString('latin1', 0, 1024))) return 'application/pdf';
  if (found === 'application/x-cfb' && file.includes(wordStream)) return 'application/msword';
  if (found === 'application/zip' && isWordPackage(file)) return wordPackage;
  return found;
}

/** The name in the directory of an OLE file that a Word 97–2003 document has (MS-DOC §2.1.1). */
const wordStream = Buffer.from('WordDocument\0', 'utf16le');

/** True if the names in a ZIP are those of a Word file without macros. */
function isWordPackage(file: Buffer) {
  const names = file.toString('latin1').toLowerCase().replaceAll('\\', '/');
  return (
    names.includes('[content_types].xml') &&
    /word\/document\d*\.xml/.test(names) &&
    !names.includes('word/vbaproject')
  );
}

/** WebVTT has no signature that a library knows, and is small, so the whole file is read. */
async function typeOfCaptions(path: string, field: string) {
  const fault = webVttFault(await readFile(path));
  if (fault === 'notWebVtt') throw wrongType('captions', field);
  if (fault === 'noCaptions') throw refuseField('upload.noCaptions', 422, field);
  if (fault) throw refuseField('upload.badCaptions', 422, field, fault);
  return webVtt;
}

/**
 * Returns the type of an image, a video or captions by the first bytes (`headBytes` of them); undefined for any other
 * file, SVG and HTML included.
 */
export async function mediaTypeOf(
  head: Buffer,
): Promise<{ kind: 'image' | 'video' | 'captions'; type: string } | undefined> {
  if (startsAsWebVtt(head)) return { kind: 'captions', type: webVtt };
  const { fileTypeFromBuffer } = await import('file-type');
  const type = plainType(await fileTypeFromBuffer(head).catch(unknownType));
  if (type === undefined) return undefined;
  const kind = (['image', 'video'] as const).find((each) => acceptedTypes[each].includes(type));
  return kind && { kind, type };
}

function wrongType(kind: FileKind, field: string) {
  return refuseField('upload.wrongType', 415, field, { accepted: acceptedNames[kind] });
}

/** Handles an error of the type detector: undefined means that the file has no known type. Rethrows a disk error. */
function unknownType(error: unknown): undefined {
  if (error instanceof Error && 'syscall' in error) throw error;
}

/**
 * File name endings by type; also used to find the type by the ending. So a stored file is served with the type that
 * its bytes had on arrival.
 */
export const mediaEndings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'text/vtt': 'vtt',
};

/**
 * File name endings of documents. Documents contain personal data of their senders, so they are stored under private
 * paths and are never served publicly.
 */
export const documentEndings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  [wordPackage]: 'docx',
};

/** Returns the file name ending of a type; undefined for types that are not stored. */
export function endingOf(type: string): string | undefined {
  return mediaEndings[type] ?? documentEndings[type];
}

/**
 * Matches characters that file systems reject or that hide the ending of a name: control, bidi and other invisible
 * characters.
 */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*\\/]+/gu;

/**
 * Returns the name of a received file for showing and saving: no folders, no misleading characters, at most 255
 * bytes, and always with the ending of the file's real type. On this server files are stored under other names.
 */
export function displayName(sent: string, type: string) {
  const ending = endingOf(type);
  if (!ending) throw new Error(`displayName: files of type ${type} are not stored`);
  const plain = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(unfit, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const stem = plain.toLowerCase().endsWith(`.${ending}`) ? plain.slice(0, -ending.length - 1) : plain;
  return shortFileName(`${stem.trim() || 'file'}.${ending}`);
}

/** Shortens a file name to the bytes that file systems take. Its ending stays. */
export function shortFileName(name: string) {
  if (Buffer.byteLength(name) <= limits.fileNameBytes) return name;
  const [ending = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  const stem = name.slice(0, name.length - ending.length);
  return `${cut(stem, limits.fileNameBytes - Buffer.byteLength(ending)) || 'file'}${ending}`;
}

/** Cuts a text to this many bytes, between two letters as people see them. */
function cut(text: string, bytes: number) {
  let length = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/** True if a file begins as WebVTT does (W3C WebVTT §4.1): WEBVTT, then the end, a blank or a line end. */
function startsAsWebVtt(head: Buffer) {
  return /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('latin1', 0, 10));
}

/** The fault of a file of captions: the number of the first wrong line, or that it has no captions. */
type WebVttFault = { line: number } | 'notWebVtt' | 'noCaptions';

/**
 * Returns what is wrong with a WebVTT file; undefined if every block is a caption, a comment, a style or a region, and
 * at least one is a caption. Browsers skip a block that they cannot parse, so its words would be missing without notice.
 */
export function webVttFault(bytes: Buffer): WebVttFault | undefined {
  if (!isUtf8(bytes) || !startsAsWebVtt(bytes)) return 'notWebVtt';
  const lines = bytes.toString().split(/\r\n?|\n/);
  // The header ends with the first blank line.
  let place: Place = 'inside';
  for (const [index, line] of [...lines, ''].entries()) {
    const next = placeAfter(line, place);
    // Where a name is without times, the name is the wrong line.
    if (!next) return { line: line === '' ? index : index + 1 };
    place = next;
  }
  return lines.some(isTiming) ? undefined : 'noCaptions';
}

/** Where a line is: inside a block, between two blocks, or after the name of a caption, which its times follow. */
type Place = 'inside' | 'between' | 'afterName';

/** Returns the place after a line; undefined if the line is wrong at its place. */
function placeAfter(line: string, place: Place): Place | undefined {
  if (line === '') return place === 'afterName' ? undefined : 'between';
  if (place === 'inside') return line.includes('-->') ? undefined : 'inside';
  if (isTiming(line) || (place === 'between' && aside.test(line))) return 'inside';
  return place === 'afterName' || line.includes('-->') ? undefined : 'afterName';
}

const aside = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const timing =
  /^[ \t]*((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

function isTiming(line: string) {
  const [, start, end] = timing.exec(line) ?? [];
  return start !== undefined && end !== undefined && seconds(start) < seconds(end);
}

function seconds(time: string) {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * Checks the size of an image by its header, and then that it is whole. Throws 422 when the header cannot be read,
 * when the image has more pixels than our image code and a visitor's phone should decode (limits.imageSidePixels a
 * side, limits.imagePixels in all frames together), and when the pixels end early, as after a transfer that broke off.
 */
export async function assertImage(path: string, type: string, field: string) {
  const image = await readDecoderHeader(path).catch(() => undefined);
  if (!image?.width || !image.height || `image/${image.format}` !== type) {
    throw refuseField('upload.badImage', 422, field);
  }
  const { frames } = image;
  const file = await readFile(path);
  // libvips reports the size of the frames instead if the canvas of a GIF seems implausible.
  const canvas = type === 'image/gif' ? gifCanvas(file) : image;
  const width = Math.max(image.width, canvas.width);
  const height = Math.max(image.height, canvas.height);
  const size = `${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`;
  if (Math.max(width, height) > limits.imageSidePixels) {
    const limit = `${limits.imageSidePixels} a side`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  if (width * height * frames > limits.imagePixels) {
    const limit = `${limits.imagePixels / 1_000_000} million in all`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  const isWhole = await isWholePicture(file, { format: image.format, width, height });
  if (!isWhole) throw refuseCutImage(field);
}
