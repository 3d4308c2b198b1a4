import { decoded, inline, readTag } from './rich-text-summary.ts';

const bullet = '• ';

type Token = { text: string } | { tag: Tag };

interface Tag {
  name: string;
  closes: boolean;
  /** The source of the tag, including its attributes. */
  source: string;
}

/**
 * Returns rich text as plain text, one block per line. List items begin with •. A picture or a video is replaced by a
 * description, and the URL of a link follows its text in brackets. Reads the text in one pass, since it may have
 * megabytes.
 */
export function richTextWords(html: string): string {
  const lines = new Lines();
  for (const token of tokensOf(html)) {
    if ('text' in token) lines.write(decoded(token.text));
    else addTag(lines, token.tag);
  }
  lines.end();
  return lines.done.join('\n');
}

/** Collects lines of text: blanks are collapsed, empty lines dropped. */
class Lines {
  readonly done: string[] = [];
  /** The URL of the open link; '' without one. */
  link = '';
  #line = '';

  write(text: string): void {
    this.#line += text;
  }

  /** Ends the line, and starts the next with `start`. */
  end(start = ''): void {
    const words = this.#line.replace(/\s+/g, ' ').trim();
    if (words !== '' && words !== bullet.trim()) this.done.push(words);
    this.#line = start;
  }
}

/** Yields the tags and the texts between them. A `<` that begins no tag is part of a text. */
function* tokensOf(html: string): Generator<Token> {
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    if (next !== at) {
      const end = next === -1 ? html.length : next;
      yield { text: html.slice(at, end) };
      at = end;
      continue;
    }
    const tag = readTag(html, at);
    const end = tag?.end ?? at + 1;
    const source = html.slice(at, end);
    yield tag ? { tag: { name: tag.name, closes: source[1] === '/', source } } : { text: source };
    at = end;
  }
}

function addTag(lines: Lines, tag: Tag): void {
  const replacement = replacementOf(tag);
  if (tag.name === 'a') addLink(lines, tag);
  else if (replacement) lines.write(` ${replacement} `);
  else if (isBlock(tag)) lines.end(tag.name === 'li' && !tag.closes ? bullet : '');
}

/** Writes the URL of a link after the link's text. */
function addLink(lines: Lines, { closes, source }: Tag): void {
  if (closes && lines.link) lines.write(` (${lines.link})`);
  lines.link = closes ? '' : attributeOf(source, 'href');
}

/** True for an element that separates lines. Comments have no name, and separate nothing. */
function isBlock({ name }: Tag): boolean {
  return name !== '' && !inline.test(name);
}

/** Returns the text for an element that shows something other than words; '' for all others. */
function replacementOf({ name, closes, source }: Tag): string {
  if (closes) return '';
  const address = () => attributeOf(source, 'src').slice(0, 200);
  if (name === 'img')
    return `[${['Picture', address(), attributeOf(source, 'alt')].filter(Boolean).join(' ')}]`;
  return name === 'iframe' || name === 'video' ? `[Video ${address()}]` : '';
}

/** Returns the decoded value of a tag's attribute; '' without one. */
function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}
