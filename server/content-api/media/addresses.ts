import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** File name endings by type, and back: a served file says the type that its bytes had when it came. */
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));
const addressForm = /^\/storage\/(\d{4})\/([0-9a-f]{32}\.([a-z0-9]{3,4}))$/;

/** A place of a stored file, read out of an address. */
export interface StoredPlace {
  /** `yyyy/name.ext`, under the media folder. */
  relativePath: string;
  type: string;
}

/** A new address that nobody can guess and that was never used: /storage/<yyyy>/<32 hex digits>.<ending of the type>. */
export function newAddress(type: string): string {
  const ending = endings[type];
  if (!ending) throw new Error(`newAddress: files of type ${type} are not stored`);
  return `/storage/${new Date().getUTCFullYear()}/${randomBytes(16).toString('hex')}.${ending}`;
}

/** The stored file that a path names, if it has exactly the form of an address that this engine gives. */
export function placeOfAddress(address: string): StoredPlace | undefined {
  const [, year, name, ending] = addressForm.exec(address) ?? [];
  const type = ending && types.get(ending);
  return type ? { relativePath: `${year}/${name}`, type } : undefined;
}

/** Where the file of an address lies. Throws when the address is none of this engine's: nothing else is ever removed. */
export function pathOfAddress(mediaDir: string, address: string): string {
  const place = placeOfAddress(address);
  if (!place) throw new Error(`pathOfAddress: ${address} is no address of a stored file`);
  return join(mediaDir, place.relativePath);
}
