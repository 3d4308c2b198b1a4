import { hash } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { type FigureWidth, figureWidths } from '#shared/html-policy.ts';
import { readId } from '#shared/id.ts';
import { hasSizes, type ImageWidth, imageWidths, srcSetOf } from '#shared/images.ts';
import { type ImageOwner, inlineImagePath } from '#shared/inline-images.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import { formatOf, readDecoderHeader } from '../../image-files/image-files.ts';

/**
 * The entity to which a text belongs. The URL of an image names this entity, because the image is extracted from the
 * entity's text again when it is requested.
 */
export interface TextOwner {
  owner: ImageOwner;
  id: string;
}

/** The fields of a contract row that are needed to present an answer. Without `name`, its texts have no owner. */
export type PresentedRow = Pick<ContractRow, 'html'> & Partial<Pick<ContractRow, 'name' | 'access'>>;

/**
 * For each kind of owner: the call that reads one entity (`read`), and the call that reads a list of entities
 * (`list`). A requested image is searched for in the answer to `read`.
 */
const owners: { owner: ImageOwner; read: ContractRow; list: ContractRow }[] = [
  { owner: 'post', read: contract.singlePost, list: contract.activeBlogs },
  { owner: 'job', read: contract.singleJob, list: contract.jobs },
  { owner: 'project', read: contract.getSingleProject, list: contract.getProjects },
];

/** Returns the contract row that reads one entity with its text. */
export function readOf(owner: ImageOwner) {
  return owners.find((each) => each.owner === owner)?.read ?? contract.singlePost;
}

/**
 * Returns the entity that owns the text at `place` (names joined by dots, `*` for list items) in an answer to this
 * row; undefined if an image of the text could not be found again later. For a single entity the id is taken from the
 * request path, for an item of a list from the fields next to the text (`siblings`).
 */
export function ownerOf(
  row: PresentedRow,
  path: string,
  place: string,
  siblings: Readonly<Record<string, unknown>>,
) {
  if (!row.html?.includes(place)) return undefined;
  const known = owners.find(({ read, list }) => read.name === row.name || list.name === row.name);
  if (!known) return undefined;
  const asked = matchContract('GET', path).params?.id;
  const id = known.read.name === row.name ? readId(asked) : readJsonId(siblings.id);
  return id === undefined ? undefined : { owner: known.owner, id: String(id) };
}

/**
 * Minimum length of an inline image that is served separately: characters of base64, for 2 KiB. A shorter image stays
 * in the text, because a separate request would cost more.
 */
const minBase64 = 2_731;

/**
 * Returns the hash that identifies an image in its URL. It is made of the base64 text itself, without decoding it.
 */
export function hashOfBase64(base64: string) {
  return hash('sha256', base64, 'base64url').slice(0, 16);
}

/** An inline image that visitors get as a separate file. */
interface ServedImage {
  hash: string;
  /** Size in pixels, as it is shown. */
  size: { width: number; height: number };
}

/**
 * Returns the images that are large enough to be served separately, at the same index as their run of base64;
 * undefined at the index of any other run.
 */
export async function servedImages(runs: readonly string[]) {
  const served: (ServedImage | undefined)[] = [];
  for (const run of runs) {
    // A picture is measured on another thread, so other work goes on between two of them.
    const size = run.length < minBase64 ? undefined : await sizeOf(Buffer.from(run, 'base64'));
    served.push(size && { size, hash: hashOfBase64(run) });
  }
  return served;
}

/** Returns the size of a picture; undefined for a file that is none, which stays in the text. */
async function sizeOf(picture: Buffer) {
  if (!formatOf(picture)) return undefined;
  const header = await readDecoderHeader(picture, 'truncated').catch(() => undefined);
  return header?.shown;
}

/**
 * The `sizes` of images in text: a column of text is 40rem wide (`--measure` of client/ui/tokens.css), and on small
 * screens as wide as the page.
 */
const column = '(min-width: 44rem) 40rem, 100vw';

/**
 * The place of a picture on a page: its `sizes`, and the largest image width that is offered, for a screen with two dots
 * per CSS pixel in a column of text.
 */
interface PicturePlace {
  sizes: string;
  largest: ImageWidth;
}

/**
 * The places of pictures, by the width of their figure. A page has at most 88rem of content (`--page-width` of
 * client/ui/tokens.css), of which a wide picture takes about five sixths.
 */
const places: Record<FigureWidth, PicturePlace> = {
  text: { sizes: column, largest: 1280 },
  wide: { sizes: '(min-width: 48rem) min(84vw, 74rem), 100vw', largest: 1920 },
  full: { sizes: 'min(100vw, 88rem)', largest: 1920 },
};
/** Image width for browsers that do not support `srcset`. */
const usual = 960;

/** Matches an inline image, with the tag of its figure if it begins one. */
const imageTag =
  /(<figure[^<>]*>|)<img src="data:image\/(?:png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=]+)"((?: [a-z-]+(?:="[^"<>]*")?)*) \/>/gi;

/**
 * Replaces the inline images of a sanitised text by URLs. Recognises only tags exactly as the sanitiser writes them.
 * `imageOf` returns the image for the base64 in a tag, or for the placeholder that the tag contains in place of it.
 */
export function withServedImages(
  html: string,
  owner: TextOwner,
  imageOf: (base64: string) => ServedImage | undefined,
) {
  return html.replace(imageTag, (tag, figure: string, base64: string, attributes: string) => {
    const image = imageOf(base64);
    return image ? figure + servedTag(image, owner, attributes, placeOf(figure)) : tag;
  });
}

const storedTag = /(<figure[^<>]* data-width="[^<>]*>)<img src="([^"<>]*)"/g;

/**
 * Adds the sizes of their place to pictures between paragraphs whose address is a path of media. Recognises only tags
 * exactly as the sanitiser writes them.
 */
export function withSizedFigures(html: string, mediaPaths: readonly string[]) {
  if (!html.includes(' data-width="')) return html;
  return html.replace(storedTag, (tag, figure: string, address: string) => {
    const place = placeOf(figure);
    if (!place || !hasSizes(address, mediaPaths)) return tag;
    return `${tag} srcset="${srcSetOf(address, place.largest)}" sizes="${place.sizes}"`;
  });
}

/** Returns the place of a picture by the tag of its figure; undefined without a figure that has a width. */
function placeOf(figure: string) {
  const width = / data-width="([a-z]+)"/.exec(figure)?.[1];
  return figureWidths.some((known) => known === width) ? places[width as FigureWidth] : undefined;
}

/** Returns the base64 of every inline image in a sanitised text. */
export function inlineImagesIn(html: string) {
  return [...html.matchAll(imageTag)].map(([, , base64 = '']) => base64);
}

function servedTag(
  { hash: name, size }: ServedImage,
  owner: TextOwner,
  attributes: string,
  place: PicturePlace = places.text,
) {
  const { largest } = place;
  const at = (width: ImageWidth) => inlineImagePath({ ...owner, hash: name }, width);
  const ending = imageWidths.find((width) => width >= size.width) ?? largest;
  const widths = imageWidths.filter(
    (width) => width >= 320 && width <= Math.min(largest, Math.max(ending, 320)),
  );
  // An image file is never wider than the original picture, and `srcset` has to state the true width.
  const set = widths.map((width) => `${at(width)} ${Math.min(width, size.width)}w`).join(', ');
  const shown = /(?:^| )width="(\d{1,5})"/.exec(attributes)?.[1];
  const box = /(?:^| )(?:width|height)=/.test(attributes)
    ? ''
    : ` width="${size.width}" height="${size.height}"`;
  const src = at(widths.includes(usual) ? usual : (widths.at(-1) ?? usual));
  const sizes = shown && place === places.text ? `min(${shown}px, 100vw)` : place.sizes;
  return `<img src="${src}" srcset="${set}" sizes="${sizes}"${attributes}${box} />`;
}
