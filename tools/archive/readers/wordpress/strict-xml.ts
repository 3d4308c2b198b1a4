import { Parser } from 'htmlparser2';
import { ArchiveProblem } from '../../problem.ts';

interface XmlHandlers {
  onOpen: (tag: string, attributes: Record<string, string>) => void;
  /** Called with a piece of text. A text may arrive in several pieces. */
  onText: (text: string) => void;
  onClose: () => void;
}

interface StrictXml {
  write(text: string): void;
  end(text: string): void;
  /** Throws an ArchiveProblem that names the file and the current line. */
  fail(problem: string): never;
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Returns the character of an entity such as `&amp;`; undefined if XML does not define the entity. */
function characterOf(entity: string): string | undefined {
  const [, number] = /^&#(x[\da-f]+|\d+);$/i.exec(entity) ?? [];
  const point = Number(`0${number}`);
  return point <= 0x10ffff ? String.fromCodePoint(point) : characters[entity];
}

/** Maximum number of characters in an entity. */
const entityLength = 16;

/**
 * Deepest nesting that is accepted. An export has 5 levels. The limit is needed because the parser searches all open
 * elements at each tag.
 */
const deepest = 100;

/**
 * Parses XML piece by piece with htmlparser2. Refuses faults that htmlparser2 tolerates: an unclosed element
 * (otherwise half a file would look complete), an unknown entity, and a declaration. `mostHeld` is the maximum number
 * of characters in one CDATA section, comment or tag, since the parser buffers each of these to its end. All
 * functions throw ArchiveProblem.
 */
export function strictXml(
  name: string,
  mostHeld: number,
  { onOpen, onText, onClose }: XmlHandlers,
): StrictXml {
  let depth = 0;
  /** Text whose entities are not decoded yet, because an entity may continue in the next piece. */
  let pending = '';
  let inCdata = false;
  let ended = false;
  /** Position at which the last opening tag ends. */
  let openedAt = -1;
  /** The piece that is being parsed: its text, its position in the file, and the number of its first line. */
  let piece = { text: '', start: 0, line: 1 };

  const linesUntil = (end: number) => piece.line + piece.text.slice(0, end).split('\n').length - 1;
  function fail(problem: string): never {
    throw new ArchiveProblem(`${name}, line ${linesUntil(parser.endIndex - piece.start)}: ${problem}`);
  }
  function failForm(why: string): never {
    return fail(ended ? 'the file is cut off.' : `this is not well-formed XML (${why}).`);
  }
  const unknownEntity = () =>
    fail(
      'an entity that XML does not define is refused: only &amp; &lt; &gt; &quot; &apos; and numeric ones are read.',
    );
  const decoded = (raw: string) =>
    raw.replaceAll(/&(?:[^&;]{1,16};)?/g, (entity) => characterOf(entity) ?? unknownEntity());
  const flush = (end = pending.length) => {
    const text = decoded(pending.slice(0, end));
    pending = pending.slice(end);
    if (text !== '') onText(text);
  };

  const parser: Parser = new Parser(
    {
      onprocessinginstruction(target, body) {
        flush();
        if (/^!doctype/i.test(target))
          fail(
            'a document type declaration (DTD) is refused: no export of WordPress has one, and it could declare entities.',
          );
        if (target.startsWith('!')) fail(`<${target}> is refused: no export of WordPress declares anything.`);
        const [, encoding] = /encoding\s*=\s*["']([^"']*)/.exec(body) ?? [];
        if (target === '?xml' && encoding && !/^(utf-?(8|16)|us-ascii)$/i.test(encoding))
          fail(`its encoding is ${encoding}; exports are read as UTF-8 and UTF-16.`);
      },
      onopentag(tag, attributes) {
        flush();
        openedAt = parser.endIndex;
        depth += 1;
        if (/[<&"'=]/.test([tag, ...Object.keys(attributes)].join(''))) failForm(`<${tag}> is not a tag`);
        if (depth > deepest) fail(`its elements are nested more than ${deepest} deep.`);
        onOpen(
          tag,
          Object.fromEntries(Object.entries(attributes).map(([attribute, raw]) => [attribute, decoded(raw)])),
        );
      },
      ontext(raw) {
        if (inCdata) return onText(raw);
        if (raw.includes('<')) failForm('a < that does not begin a tag');
        if (depth === 0 && raw.trim() !== '') failForm('text outside of its elements');
        pending += raw;
        const last = pending.lastIndexOf('&');
        flush(last >= 0 && last > pending.length - entityLength ? last : undefined);
      },
      oncomment: () => flush(),
      oncdatastart() {
        flush();
        inCdata = true;
      },
      oncdataend() {
        inCdata = false;
      },
      onclosetag(tag, isImplied) {
        flush();
        // The parser also reports closing tags that are not in the file. That is correct for a self-closing element,
        // which ends where its tag ends; in any other case an element was not closed.
        if (isImplied && (ended || parser.endIndex !== openedAt)) failForm(`<${tag}> is not closed`);
        depth -= 1;
        onClose();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );

  const write = (text: string) => {
    piece = { text, start: piece.start + piece.text.length, line: linesUntil(piece.text.length) };
    parser.write(text);
    if (piece.start + text.length - parser.endIndex > mostHeld)
      fail(`a CDATA section, comment or tag has more than ${mostHeld} characters.`);
  };
  return {
    fail,
    write,
    end(text) {
      write(text);
      ended = true;
      parser.end();
    },
  };
}
