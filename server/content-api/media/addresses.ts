import { randomBytes } from 'node:crypto';
import { documentEndings, mediaEndings } from '../../forms/file-types.ts';

const typesOf = (endings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));
/** The form of addresses and the types of their endings. Only files under /storage are public; CVs have no URL. */
const kinds = [
  {
    form: /^\/storage\/(\d{4}\/[0-9a-f]{32}\.([a-z0-9]{3,4}))$/,
    below: 'media/',
    types: typesOf(mediaEndings),
  },
  {
    form: /^private\/(cv\/[0-9a-f]{32}\.(pdf|doc|docx))$/,
    below: 'private/',
    types: typesOf(documentEndings),
  },
];

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
 * Returns the type of a stored file, and its path in DATA_DIR or below the prefix of a bucket; undefined unless the
 * address has exactly the form of this engine's addresses.
 */
function placeOf(address: string) {
  for (const { form, below, types } of kinds) {
    const [, name, ending = ''] = form.exec(address) ?? [];
    const type = types.get(ending);
    if (name && type) return { path: below + name, type };
  }
  return undefined;
}

/** True for an address of this engine, public or private. */
export const isStoredAddress = (address: string) => placeOf(address) !== undefined;

/** True for the path of a public file. */
export const isPublicAddress = (address: string) => address.startsWith('/') && isStoredAddress(address);

/** As `placeOf`; throws when the address is not one of this engine's, so that no other file can be removed. */
function placeAt(address: string) {
  const place = placeOf(address);
  if (!place) throw new Error(`${address} is not the address of a stored file`);
  return place;
}

export const typeOfAddress = (address: string) => placeAt(address).type;
export const pathOfAddress = (address: string) => placeAt(address).path;
