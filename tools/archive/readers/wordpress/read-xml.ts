import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import { textOf } from '#shared/desk-messages.ts';
import { post } from '#shared/entities/post.ts';
import { MIB } from '#shared/limits.ts';
import { encodingOf } from '#shared/text-file.ts';
import { ArchiveProblem } from '../../problem.ts';
import { cleanText } from '../clean-text.ts';
import { strictXml } from './strict-xml.ts';

/** Element directly below the channel of an export, such as an item, an author, or the URL of the site. */
export interface XmlPart {
  name: string;
  text: string;
  children: XmlField[];
  /** Number of comments of the item. Their texts are not read. */
  comments: number;
}

export interface XmlField {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlField[];
  /** True if the text exceeded the limit of its field and was dropped. */
  tooLong: boolean;
}

export interface XmlLimits {
  /** Maximum number of bytes in the text of a post. */
  textBytes: number;
  /** Maximum number of bytes in any other field. */
  fieldBytes: number;
  fields: number;
}

/**
 * Depth of the elements in an export: rss, channel, item (part), postmeta (field), meta_key (value). Deeper elements
 * are skipped.
 */
const depthOf = { part: 3, field: 4, value: 5 } as const;

/**
 * Keys of the meta values that are read: those with a meaning for this site, and those with the name of a field of
 * posts. All others are dropped while parsing.
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
 * Reads an export of WordPress part by part, without the comments of a post. Memory holds one part at a time. Only
 * the five predefined entities of XML and numeric ones are accepted. A document type is refused, since it could
 * declare entities (OWASP, XML External Entity Prevention). Rejects with `ArchiveProblem`, which names file and line.
 */
export async function* readXml(path: string, limits: XmlLimits): AsyncGenerator<XmlPart> {
  const name = basename(path);
  const parts: XmlPart[] = [];
  const parser = partsParser(name, limits, (part) => parts.push(part));
  let decoder: TextDecoder | undefined;
  const decoded = (chunk?: Buffer) => {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true });
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ArchiveProblem(`${name}: ${textOf('file.encoding')}`);
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    parser.write(decoded(chunk as Buffer));
    yield* parts.splice(0);
  }
  parser.end(decoded());
  yield* parts.splice(0);
}

/** True for the field with the text of a post, and for the field with its excerpt. */
function isText({ name }: XmlField): boolean {
  return name.endsWith(':encoded');
}

function partsParser(name: string, limits: XmlLimits, add: (part: XmlPart) => void) {
  /** Number of elements that are open at the current position. */
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
        // Copied through a Buffer: a substring would keep the whole original string in memory.
        if (field && !isText(field)) field.text = Buffer.from(cleanText(field.text).text).toString();
        // Page builders store their whole state in meta values, of which only a few keys are used here.
        if (field?.name === 'wp:postmeta' && part && !keptMeta.has(keyOf(field))) part.children.pop();
      }
      depth -= 1;
    },
  });
  return parser;
}
