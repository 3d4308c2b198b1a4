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

/** Whose text it is: the address of an image names it, since the image is made again from there. */
export interface TextOwner {
  owner: ImageOwner;
  id: string;
}

/** What is looked at of a row when its answer is presented; no name, no owner. */
export type PresentedRow = Pick<ContractRow, 'html'> & Partial<Pick<ContractRow, 'name'>>;

/** The reads of one whole entity and of its lists. An image is looked for in `read`. */
const owners: { owner: ImageOwner; read: ContractRow; list: ContractRow }[] = [
  { owner: 'post', read: contract.singlePost, list: contract.activeBlogs },
  { owner: 'job', read: contract.singleJob, list: contract.jobs },
  { owner: 'project', read: contract.getSingleProject, list: contract.getProjects },
];

/** The read in which the text of an owner stands. */
export function readOf(owner: ImageOwner): ContractRow {
  return owners.find((each) => each.owner === owner)?.read ?? contract.singlePost;
}

/**
 * Whose text stands at `place` (dotted, `*` for items) of an answer to this row, beside `siblings`; undefined where its images
 * could not be found again. A post is what its address says, an item of a list what its id says.
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

/** Shorter images stay in the text: another request would cost more than they do. In characters of base64, of 2 KiB. */
const minBase64 = 2_731;
/** Characters of base64 that are decoded to see how large a picture is: JPEGs of cameras begin with a preview. */
const headerBase64 = 256 * KIB;
/** Characters that are hashed before others get their turn: about 4 ms. */
const hashedAtOnce = 4 * MIB;

/** How an image that the server holds as base64 is named in its address. */
export function hashOfBase64(base64: string): string {
  return hash('sha256', base64, 'base64url').slice(0, 16);
}

/** An inline image that visitors get as a file of its own. */
export interface ServedImage extends ImageHeader {
  hash: string;
}

/** Which of these runs of base64 are pictures large enough to be served alone, by their place in the list. */
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
/** What a screen of two dots a pixel takes of such a column. */
const largest: ImageWidth = 1280;
/** For browsers that do not know `srcset`. */
const usual: ImageWidth = 960;

const imageTag =
  /<img src="data:image\/(?:png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=]+)"((?: [a-z-]+(?:="[^"<>]*")?)*) \/>/gi;

/**
 * Puts addresses in place of inline images of a safe text, as the sanitiser has written it. `imageOf` gives the image of what
 * stands as base64 in the tag, which may be a token for it.
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

/** Every run of base64 that stands for an image in a safe text. */
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
  // A picture is never made larger than it is, and the browser has to know how large that is.
  const set = widths.map((width) => `${at(width)} ${Math.min(width, size.width)}w`).join(', ');
  const shown = /(?:^| )width="(\d{1,5})"/.exec(attributes)?.[1];
  const box = /(?:^| )(?:width|height)=/.test(attributes)
    ? ''
    : ` width="${size.width}" height="${size.height}"`;
  const src = at(widths.includes(usual) ? usual : (widths.at(-1) ?? usual));
  const sizes = shown ? `min(${shown}px, 100vw)` : column;
  return `<img src="${src}" srcset="${set}" sizes="${sizes}"${attributes}${box} />`;
}
