import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { readId } from '#shared/id.ts';
import { type ImageWidth, imageWidths } from '#shared/images.ts';
import { type ImageOwner, inlineImagePath } from '#shared/inline-images.ts';
import { KIB, MIB } from '#shared/limits.ts';
import { readJsonId } from '#shared/schemas/id.ts';
import { type ImageHeader, readImageHeader } from '../../image-files/image-header.ts';

/** Owner of a text. The address of an image names its owner, since the image is rebuilt from the owner's text. */
export interface TextOwner {
  owner: ImageOwner;
  id: string;
}

/** The fields of a row that presenting an answer uses; without a name there is no owner. */
export type PresentedRow = Pick<ContractRow, 'html'> & Partial<Pick<ContractRow, 'name'>>;

/** For each owner, the read of a single entity and of its lists. An image is searched for in `read`. */
const owners: { owner: ImageOwner; read: ContractRow; list: ContractRow }[] = [
  { owner: 'post', read: contract.singlePost, list: contract.activeBlogs },
  { owner: 'job', read: contract.singleJob, list: contract.jobs },
  { owner: 'project', read: contract.getSingleProject, list: contract.getProjects },
];

/** Returns the read that contains an owner's text. */
export function readOf(owner: ImageOwner): ContractRow {
  return owners.find((each) => each.owner === owner)?.read ?? contract.singlePost;
}

/**
 * Returns the owner of the text at `place` (dotted, `*` for items) in an answer to this row, next to the fields
 * `siblings`; undefined if its images could not be found again. A post is identified by its address, an item of a
 * list by its id.
 */
export function ownerOf(
  row: PresentedRow,
  path: string,
  place: string,
  siblings: Readonly<Record<string, unknown>>,
): TextOwner | undefined {
  if (!row.html?.includes(place)) return undefined;
  const known = owners.find(({ read, list }) => read.name === row.name || list.name === row.name);
  if (!known) return undefined;
  const asked = matchContract('GET', path.split('?', 1)[0] ?? '').params?.id;
  const id = known.read.name === row.name ? readId(asked) : readJsonId(siblings.id);
  return id === undefined ? undefined : { owner: known.owner, id: String(id) };
}

/** Shorter images stay in the text: a separate request would cost more. In characters of base64, for 2 KiB. */
const minBase64 = 2_731;
/** Characters of base64 that are decoded to find the size of a picture: JPEGs of cameras begin with a preview. */
const headerBase64 = 256 * KIB;
/** Characters that are hashed before the event loop continues: about 4 ms. */
const hashedAtOnce = 4 * MIB;

/** Returns the name under which an image that the server has as base64 appears in its address. */
export function hashOfBase64(base64: string): string {
  return hash('sha256', base64, 'base64url').slice(0, 16);
}

/** An inline image that visitors get as a separate file. */
export interface ServedImage extends ImageHeader {
  hash: string;
}

/** Returns the images among these runs of base64 that are large enough to be served separately, at the same index. */
export async function servedImages(runs: readonly string[]): Promise<(ServedImage | undefined)[]> {
  const served: (ServedImage | undefined)[] = [];
  let hashed = 0;
  for (const run of runs) {
    const header = run.length < minBase64 ? undefined : headerOf(run);
    served.push(header && { ...header, hash: hashOfBase64(run) });
    hashed += header ? run.length : 0;
    if (hashed < hashedAtOnce) continue;
    hashed = 0;
    await nextTurn();
  }
  return served;
}

function headerOf(base64: string): ImageHeader | undefined {
  const begin = readImageHeader(Buffer.from(base64.slice(0, 64), 'base64'));
  if (!begin || begin.size) return begin;
  return readImageHeader(Buffer.from(base64.slice(0, headerBase64), 'base64'));
}

/** A column of text is 40rem wide (`--measure` of client/ui/tokens.css), and on small screens as wide as the page. */
const column = '(min-width: 44rem) 40rem, 100vw';
/** Width for such a column on a screen with two dots per pixel. */
const largest: ImageWidth = 1280;
/** Width for browsers without `srcset`. */
const usual: ImageWidth = 960;

const imageTag =
  /<img src="data:image\/(?:png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=]+)"((?: [a-z-]+(?:="[^"<>]*")?)*) \/>/gi;

/**
 * Replaces inline images of a sanitised text, in the sanitiser's own notation, by addresses. `imageOf` returns the
 * image for the tag's base64, which may be a token for it.
 */
export function withServedImages(
  html: string,
  owner: TextOwner,
  imageOf: (base64: string) => ServedImage | undefined,
): string {
  return html.replace(imageTag, (tag, base64: string, attributes: string) => {
    const image = imageOf(base64);
    return image ? servedTag(image, owner, attributes) : tag;
  });
}

/** Returns every run of base64 that is an image in a sanitised text. */
export function inlineImagesIn(html: string): string[] {
  return [...html.matchAll(imageTag)].map(([, base64 = '']) => base64);
}

function servedTag({ hash: name, size }: ServedImage, owner: TextOwner, attributes: string): string {
  const at = (width: ImageWidth) => inlineImagePath({ ...owner, hash: name }, width);
  if (!size) return `<img src="${at(usual)}" srcset="${at(usual)} 1x"${attributes} />`;
  const ending = imageWidths.find((width) => width >= size.width) ?? largest;
  const widths = imageWidths.filter(
    (width) => width >= 320 && width <= Math.min(largest, Math.max(ending, 320)),
  );
  // A picture is never enlarged, and the browser needs its true width.
  const set = widths.map((width) => `${at(width)} ${Math.min(width, size.width)}w`).join(', ');
  const shown = /(?:^| )width="(\d{1,5})"/.exec(attributes)?.[1];
  const box = /(?:^| )(?:width|height)=/.test(attributes)
    ? ''
    : ` width="${size.width}" height="${size.height}"`;
  const src = at(widths.includes(usual) ? usual : (widths.at(-1) ?? usual));
  const sizes = shown ? `min(${shown}px, 100vw)` : column;
  return `<img src="${src}" srcset="${set}" sizes="${sizes}"${attributes}${box} />`;
}
