/** Detects the encoding of a text file by its first bytes: files of Windows are UTF-16, with or without a mark. */
function encodingOf([one, two]: Uint8Array) {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return 'utf-16le';
  if ((one === 0xfe && two === 0xff) || (one === 0 && two !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Reads a text file that a person gives, as editors and office programs write it: UTF-8 or UTF-16, without its byte
 * order mark. Undefined for any other encoding (`file.encoding` says so): which of the old ones it is, no file says,
 * and a wrong guess would store other letters.
 */
export function readTextFile(bytes: Uint8Array) {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
