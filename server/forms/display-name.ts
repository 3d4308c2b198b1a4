import { limits } from '#shared/limits.ts';
import { endingOf } from './file-endings.ts';

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
