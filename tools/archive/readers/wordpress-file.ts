import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import { type ChildNode, DomHandler, type Element, isTag, type ParentNode } from 'domhandler';
import { DomUtils, Parser } from 'htmlparser2';
import { textOf } from '#shared/desk-messages.ts';
import { encodingOf } from '#shared/text-file.ts';
import { ArchiveProblem } from '../problem.ts';
import { cleanText } from './html.ts';

/** Deepest nesting that is read: an export has 5 levels, and the parser searches all open elements at each tag. */
const deepest = 100;

/**
 * Reads an export of WordPress as a stream, and yields the elements below its channel: an author, an item. Memory holds
 * one of them, with at most `most` characters. What htmlparser2 tolerates and an export must not have is refused: an
 * element that is not closed (otherwise half a file would look complete), and declarations. Rejects with
 * ArchiveProblem.
 */
export async function* readParts(path: string, most: number) {
  const name = basename(path);
  const parts: Element[] = [];
  const fail = (problem: string): never => {
    throw new ArchiveProblem(`${name}, near character ${parser.endIndex}: ${problem}`);
  };
  let [written, partStart, openedAt, isEnd] = [0, 0, -1, false];

  class Parts extends DomHandler {
    override onopentag(tag: string, attributes: Record<string, string>): void {
      super.onopentag(tag, attributes);
      openedAt = parser.endIndex;
      if (this.tagStack.length === 2 && tag !== 'rss')
        fail(`it begins with <${tag}>: this is not an export of WordPress.`);
      if (this.tagStack.length > deepest) fail(`its elements are nested more than ${deepest} deep.`);
    }
    override onclosetag(tag?: string, isImplied?: boolean): void {
      // A self-closing element ends where its tag ends.
      if (isImplied && (isEnd || parser.endIndex !== openedAt))
        fail(isEnd ? 'the file is cut off.' : `this is not well-formed XML (<${tag}> is not closed).`);
      super.onclosetag();
      if (this.tagStack.length !== 3) return;
      const channel = this.tagStack.at(-1) as ParentNode;
      parts.push(...channel.children.filter(isTag));
      channel.children = [];
      partStart = parser.endIndex;
    }
    override onprocessinginstruction(target: string) {
      if (target.startsWith('!'))
        fail(
          `<${target}> is refused: no export of WordPress has a document type, which could declare entities.`,
        );
    }
  }
  const parser: Parser = new Parser(new Parts(undefined, { xmlMode: true }), { xmlMode: true });

  let decoder: TextDecoder | undefined;
  const write = (chunk?: Buffer) => {
    let text = '';
    try {
      decoder ??= new TextDecoder(encodingOf(chunk ?? Buffer.alloc(0)), { fatal: true });
      text = decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ArchiveProblem(`${name}: ${textOf('file.encoding')}`);
    }
    written += text.length;
    parser.write(text);
    if (written - partStart > most) fail(`one item has more than ${most} characters.`);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    write(chunk as Buffer);
    yield* parts.splice(0);
  }
  write();
  isEnd = true;
  parser.end();
}

export function childrenOf({ children }: ParentNode, name: string) {
  return children.filter((child): child is Element => isTag(child) && child.name === name);
}

/** Returns the text of the first child of this name; '' if there is none. */
export function fieldOf(part: ParentNode, name: string) {
  const [field] = childrenOf(part, name);
  // Copied through a Buffer: a substring would keep the whole piece of the file in memory.
  return field
    ? Buffer.from(cleanText(DomUtils.textContent(field.children as ChildNode[])).trim()).toString()
    : '';
}
