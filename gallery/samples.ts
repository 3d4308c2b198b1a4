import { sampleSite } from '#shared/site/sample-site.ts';
import cinema from './pictures/cinema.svg';
import harbour from './pictures/harbour.svg';
import poster from './pictures/poster.svg';

/** Sample values for the pieces. */

export const origin = 'https://studio.example';
export const company = sampleSite;
export const pictures = { cinema, harbour, poster };

export const urdu = 'پشاور کے اسٹوڈیو سے نئی کہانیاں';
export const long =
  'A title that somebody wrote without a thought for the width of any screen, with supercalifragilisticexpialidocious in it';

/** Labels are our own texts: long, but not longer than a real label. */
export const longLabel = 'Save all of it and go back';

/** Returns a file as if a person had chosen it. */
export function sampleFile(name: string, type: string, kilobytes = 240): File {
  return new File([new Uint8Array(kilobytes * 1024)], name, { type, lastModified: Date.UTC(2026, 4, 12) });
}
