import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { documentEndings, mediaEndings } from '../../forms/file-types.ts';

/** The folders of stored files. Only files in `media` have a public URL. */
interface FileRoots {
  media: string;
  private: string;
}

const types = new Map(Object.entries(mediaEndings).map(([type, ending]) => [ending, type]));
const privateTypes = new Map(Object.entries(documentEndings).map(([type, ending]) => [ending, type]));
const privateForm = /^private\/(cv\/[0-9a-f]{32}\.(?:pdf|doc|docx))$/;
const addressForm = /^\/storage\/(\d{4})\/([0-9a-f]{32}\.([a-z0-9]{3,4}))$/;

/** The place and the type of a stored file, parsed from its address. */
interface StoredPlace {
  /** `yyyy/name.ext`, under the media folder. */
  relativePath: string;
  type: string;
}

/**
 * Makes a new, unguessable address that was never used: /storage/<yyyy>/<32 hex digits>.<ending of the type>, or
 * private/cv/<32 hex digits>.<ending> for a document.
 */
export function newAddress(type: string): string {
  const [ending, privateEnding] = [mediaEndings[type], documentEndings[type]];
  if (privateEnding) return `private/cv/${randomBytes(16).toString('hex')}.${privateEnding}`;
  if (!ending) throw new Error(`newAddress: files of type ${type} are not stored`);
  return `/storage/${new Date().getUTCFullYear()}/${randomBytes(16).toString('hex')}.${ending}`;
}

/**
 * Parses the path of a public file. Undefined unless the path has exactly the form of this engine's public addresses.
 */
export function placeOfAddress(address: string): StoredPlace | undefined {
  const [, year, name, ending] = addressForm.exec(address) ?? [];
  const type = ending && types.get(ending);
  return type ? { relativePath: `${year}/${name}`, type } : undefined;
}

/** True for an address of this engine, public or private. */
export function isStoredAddress(address: string): boolean {
  return privateForm.test(address) || placeOfAddress(address) !== undefined;
}

/**
 * Returns the type of the file at an address, public or private. Throws when the address is not one of this engine's.
 */
export function typeOfAddress(address: string): string {
  const ending = privateForm.test(address) ? address.split('.').at(-1) : undefined;
  const type = ending ? privateTypes.get(ending) : placeOfAddress(address)?.type;
  if (!type) throw new Error(`typeOfAddress: ${address} is not the address of a stored file`);
  return type;
}

/**
 * Returns the path of a stored file in DATA_DIR. Throws when the address is not one of this engine's, so that no
 * other file can be removed.
 */
export function pathOfAddress(roots: FileRoots, address: string): string {
  const privatePath = privateForm.exec(address)?.[1];
  if (privatePath) return join(roots.private, privatePath);
  const place = placeOfAddress(address);
  if (!place) throw new Error(`pathOfAddress: ${address} is not the address of a stored file`);
  return join(roots.media, place.relativePath);
}

/** Returns the two folders of stored files under DATA_DIR. */
export function fileRootsOf(dataDir: string): FileRoots {
  return { media: join(dataDir, 'media'), private: join(dataDir, 'private') };
}
