import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { post } from '#shared/entities/post.ts';
import { MIB } from '#shared/limits.ts';
import { ArchiveProblem } from '../../problem.ts';
import { cleanText } from '../clean-text.ts';
import { strictXml } from './strict-xml.ts';

/** Element directly inside the channel of an export: an item, an author, the address of the site. */
export interface XmlPart {
  name: string;
  text: string;
  children: XmlField[];
  /** Number of comments, which are counted and not stored. */
  comments: number;
}

export interface XmlField {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlField[];
  /** True if the text was longer than `fieldBytes` and was dropped. */
  tooLong: boolean;
}

export interface XmlLimits {
  /** Most bytes of one text. */
  textBytes: number;
  /** Most bytes of any other field. */
  fieldBytes: number;
  fields: number;
}

/** Depths of an export: rss, channel, item, postmeta, meta_key; deeper elements are skipped. */
const depthOf = { part: 3, field: 4, value: 5 } as const;

/**
 * Meta values of an item that are read: those with a meaning here, and those with the name of a field of posts.
 * Others are dropped while parsing.
 */
const keptMeta: ReadonlySet<string> = new Set([
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_wp_attachment_metadata',
  '_wp_old_slug',
  '_yoast_wpseo_title',
  '_yoast_wpseo_metadesc',
  'rank_math_title',
  'rank_math_description',
  ...Object.keys(post.fields),
]);

function keyOf({ children }: XmlField): string {
  return children.find(({ name }) => name === 'wp:meta_key')?.text.trim() ?? '';
}

/**
 * Reads an export of WordPress part by part: memory holds one part at a time, without its comments. Only the five
 * entities of XML and numeric ones are known. A document type, which could declare others, is refused, and nothing is
 * ever fetched (OWASP, XML External Entity Prevention). Rejects with `ArchiveProblem`, which names file and line.
 */
export async function* readXml(path: string, limits: XmlLimits): AsyncGenerator<XmlPart> {
  const name = basename(path);
  const parts: XmlPart[] = [];
  const parser = partsParser(name, limits, (part) => parts.push(part));
  const decoder = new TextDecoder('utf-8');
  let first = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    if (first) checkEncoding(chunk as Buffer, name);
    first = false;
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* parts.splice(0);
  }
  parser.end(decoder.decode());
  yield* parts.splice(0);
}

/** Throws ArchiveProblem for UTF-16 and UTF-32, detected by the first bytes. */
export function checkEncoding(start: Buffer, name: string): void {
  const [one, two] = start;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff) || one === 0 || two === 0)
    throw new ArchiveProblem(`${name} is UTF-16 or UTF-32; exports are read as UTF-8.`);
}

/** True for the text of a post, or its excerpt. */
function isText({ name }: XmlField): boolean {
  return name.endsWith(':encoded');
}

function partsParser(name: string, limits: XmlLimits, add: (part: XmlPart) => void) {
  /** Number of open elements. */
  let depth = 0;
  let part: XmlPart | undefined;
  const fields: XmlField[] = [];
  let bytes = 0;

  const parser = strictXml(name, 4 * limits.textBytes + MIB, {
    onOpen(tag, attributes) {
      depth += 1;
      if (depth === 1 && tag !== 'rss')
        parser.fail(`it begins with <${tag}>: this is not an export of WordPress.`);
      if (depth === depthOf.part) part = { name: tag, text: '', children: [], comments: 0 };
      const siblings = depth === depthOf.value ? fields.at(-1)?.children : part?.children;
      if (!part || !siblings || depth < depthOf.field || depth > depthOf.value) return;
      bytes = 0;
      const field: XmlField = { name: tag, attributes, text: '', children: [], tooLong: false };
      fields.push(field);
      if (tag === 'wp:comment') part.comments += 1;
      else if (siblings.length < limits.fields) siblings.push(field);
      else parser.fail(`one item has more than ${limits.fields} fields.`);
    },
    onText(text) {
      const field = fields.at(-1);
      if (!part || depth > depthOf.value) return;
      if (!field) part.text = `${part.text}${text}`.slice(0, limits.fieldBytes);
      else if (!field.tooLong) {
        bytes += Buffer.byteLength(text);
        field.tooLong = bytes > (isText(field) ? limits.textBytes : limits.fieldBytes);
        field.text = field.tooLong ? '' : field.text + text;
      }
    },
    onClose() {
      if (depth === depthOf.part && part) {
        add(part);
        part = undefined;
      } else if (depth === depthOf.field || depth === depthOf.value) {
        const field = fields.pop();
        // Copied, because a substring would hold the whole original string in memory as long as the field is in use.
        if (field && !isText(field)) field.text = Buffer.from(cleanText(field.text).text).toString();
        // Page builders store their whole state there; only a few values have a meaning here.
        if (field?.name === 'wp:postmeta' && part && !keptMeta.has(keyOf(field))) part.children.pop();
      }
      depth -= 1;
    },
  });
  return parser;
}
