import { type Id, idInAddress } from './id.ts';
import { type ImageWidth, imageWidthOf } from './images.ts';
import { inlineImagePrefix } from './visitors-text.ts';

/** Entities whose rich text has inline images, by their names in URLs. */
export type ImageOwner = 'post' | 'job' | 'project';

/** An inline image of a text, served to visitors as a file of its own. */
export interface InlineImage {
  owner: ImageOwner;
  id: Id | string;
  /** Content hash: the beginning of the SHA-256 of the image's base64, in base64url. */
  hash: string;
}

const form = new RegExp(`^${inlineImagePrefix}(post|job|project)/(${idInAddress})/([\\w-]{16})/(\\d{1,5})$`);

/** Returns the path of an inline image, such as /img/inline/post/7/{hash}/640. */
export function inlineImagePath({ owner, id, hash }: InlineImage, width: ImageWidth) {
  return `${inlineImagePrefix}${owner}/${id}/${hash}/${width}`;
}

/** Parses the path of an inline image; undefined for any other path. */
export function parseInlineImagePath(path: string): (InlineImage & { width: ImageWidth }) | undefined {
  const [, owner, id = '', hash = '', digits = ''] = form.exec(path) ?? [];
  const width = imageWidthOf(digits);
  return owner && width ? { owner: owner as ImageOwner, id, hash, width } : undefined;
}
