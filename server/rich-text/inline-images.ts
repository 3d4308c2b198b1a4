import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { namesWhere } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { isRecord } from '#shared/json.ts';
import { formatOf, isWholePicture, readDecoderHeader, withoutMetadata } from '../image-files/image-files.ts';

/**
 * Runs of base64 shorter than this, in characters, are not extracted, because parsing them costs less than extracting
 * them.
 */
const minRunLength = 512;
const marker = ';base64,';
/**
 * A random text in every token (a token replaces one run of base64). One for the whole process, so that equal markup
 * gives equal results. No answer contains it, because every token is replaced or removed.
 */
const salt = randomBytes(12).toString('hex');
const token = new RegExp(`${salt}(\\d+)z`, 'g');
const wholeToken = new RegExp(`^${salt}(\\d+)z$`);

/**
 * Extracts long runs of base64 from rich text before it is parsed, to be restored afterwards. Editors embed images
 * inline (docs/product.md §2), so a post of 6 MB has only a few kilobytes of markup; to parse, copy and escape the
 * base64 character by character would delay every other visitor. A run contains only characters without a meaning in
 * HTML, so it can be restored anywhere unchanged. The tokens cannot be guessed, and look like base64, so the rules
 * for inline images apply to them.
 */
export function extractInlineImages(html: string) {
  const runs: string[] = [];
  const end = /[^A-Za-z0-9+/=]/g;
  let lifted = '';
  let copied = 0;
  for (let found = html.indexOf(marker); found !== -1; found = html.indexOf(marker, end.lastIndex)) {
    const start = found + marker.length;
    end.lastIndex = start;
    // Searched with a single character class: a pattern for the whole run could backtrack over megabytes.
    const stop = end.exec(html)?.index ?? html.length;
    end.lastIndex = stop;
    if (stop - start < minRunLength) continue;
    lifted += `${html.slice(copied, start)}${salt}${runs.length}z`;
    runs.push(html.slice(start, stop));
    copied = stop;
  }
  return {
    /**
     * The text with a short token instead of each long run of base64. Two texts that differ only in these runs give
     * the same result.
     */
    html: lifted + html.slice(copied),
    /** The base64 runs that the tokens represent. */
    runs,
    /** Returns the number of the run that a token represents; -1 for any other text. */
    numberOf: (text: string) => Number(wholeToken.exec(text)?.[1] ?? -1),
    /** Replaces the remaining tokens by their runs, or by the `others` with the same numbers. */
    restore: (text: string, others: readonly string[] = runs) =>
      text.replace(token, (_token, index: string) => others[Number(index)] ?? ''),
  };
}

/**
 * The start of an image in any spelling that the policy allows: with upper case, or with line ends in its data, as mail
 * programs wrap it. Another image's tag ends the search, so the time grows only with the length of the text.
 */
const imageAddress = /(<img\b[^<]*?\ssrc\s*=\s*["'])data:(image\/[a-z]+);base64,([a-z0-9+/=\s]*)/gi;

const inOneSpelling = (html: string) =>
  html.replace(
    imageAddress,
    (_all, before: string, type: string, data: string) =>
      `${before}data:${type.toLowerCase()};base64,${data.replace(/\s+/g, '')}`,
  );

/**
 * Returns a rich text for storing: its inline images without their metadata, like stored pictures (docs/product.md
 * §23). With `refusal`, rejects with it if one of them is cut off.
 */
export async function withPlainImages(html: string, refusal?: () => Error) {
  const { html: lifted, runs, restore } = extractInlineImages(inOneSpelling(html));
  if (runs.length === 0) return html;
  const plain: string[] = [];
  for (const run of runs) {
    const picture = Buffer.from(run, 'base64');
    if (refusal && (await isCut(picture))) throw refusal();
    plain.push((await withoutMetadata(picture))?.toString('base64') ?? run);
    // A text may have ten thousands of small images: other requests go on between them.
    await setImmediate();
  }
  return restore(lifted, plain);
}

/** True for a picture whose header cannot be read, or whose pixels end early. Bytes that are no picture stay. */
async function isCut(picture: Buffer) {
  if (!formatOf(picture)) return false;
  const header = await readDecoderHeader(picture, 'truncated').catch(() => undefined);
  return !header || !(await isWholePicture(picture, header));
}

/** The names of all fields whose texts may have inline images. */
const names = new Set(
  Object.values(entities).flatMap(({ fields }) => namesWhere(fields, ({ kind }) => kind === 'rich')),
);

/** As `withPlainImages`, for the texts in a JSON body, or in the draft that it sends. `refusal` gets the field's name. */
export async function withPlainTexts<Body>(body: Body, refusal: (field: string) => Error): Promise<Body> {
  if (!isRecord(body)) return body;
  if (isRecord(body.draft)) return { ...body, draft: await withPlainTexts(body.draft, refusal) };
  const texts: Record<string, unknown> = {};
  for (const name of names)
    if (typeof body[name] === 'string') texts[name] = await withPlainImages(body[name], () => refusal(name));
  return { ...body, ...texts };
}
