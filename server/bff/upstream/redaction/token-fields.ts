import { Transform } from 'node:stream';
import { KIB } from '#shared/limits.ts';

/**
 * Names of fields that hold a token, at the top level of an answer and in its `data`: the four places that sign-in
 * reads.
 */
export const tokenFields: readonly string[] = ['token', 'access_token'];
const wrapper = 'data';

/** Maximum bytes of a key; "access_token" with each letter as \uXXXX has 74. */
const longestKey = 80;
/**
 * Maximum characters of a run of white space in a held-back member, and maximum number of runs; more has no meaning
 * and only uses memory.
 */
const maxHeld = 256;
/** Bytes that the expressions below search in one pass. */
const passBytes = 64 * KIB;

/**
 * The lexemes of JSON: a string, a punctuator, or a run of anything else (white space, numbers, words). `end` is the
 * quote that closes a string, empty where the text ends inside the string. Every text that does not end in half an
 * escape is a sequence of these: the expressions never backtrack.
 */
const lexemes = /"(?:[^"\\]+|\\.)*(?<end>"?)|[{}[\],:]|[^"{}[\],:]+/gs;
const restOfString = /^(?:[^"\\]+|\\.)*(?<end>"?)/s;
const space = /^[ \t\r\n]*$/;
const spaceOrMark = /^[ \t\r\n\xef\xbb\xbf]*$/;

/**
 * Removes every field that holds a token in one of the four places from streamed JSON, and leaves all other bytes
 * unchanged: numbers beyond 2^53 and duplicate keys are preserved, and memory use does not grow with the answer.
 * `found` is called with the place, such as `data.token`. Anything but a JSON object passes unchanged, and so does
 * everything after a syntax error. A JSON parser is not used: it would lose those numbers, the first of duplicate
 * keys, and everything in JSON that is cut or not quite UTF-8.
 */
export function removeTokenFields(found: (place: string) => void): Transform {
  const filter = new TokenFieldFilter(found);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += passBytes) {
        const part = chunk.subarray(at, at + passBytes);
        // Each byte is one character of latin1, and is written back as the same byte.
        this.push(filter.isDone ? part : Buffer.from(filter.take(part.toString('latin1')), 'latin1'));
      }
      done();
    },
    flush(done) {
      this.push(Buffer.from(filter.end(), 'latin1'));
      done();
    },
  });
}

/** An object whose members are inspected. */
interface Level {
  /** Prefix of the field names that are reported: empty, or `data.`. */
  prefix: string;
  /** The key whose value follows, or is being read. */
  key: string;
  /** Number of members passed on: the first of them has no comma before it. */
  members: number;
  /** The beginning of an undecided member: its comma, its key, its colon. */
  held: string[];
  expects: 'key' | 'colon' | 'value' | 'end';
}

class TokenFieldFilter {
  /** True if the rest passes unchanged. */
  isDone = false;
  /** The watched objects around the current position: the answer, and its `data`. */
  readonly #levels: Level[] = [];
  /** Number of unwatched objects and lists around the current position. */
  #unwatched = 0;
  /** Set while the text is inside a string that began in an earlier part. */
  #inside: 'string' | 'token' | undefined;
  /** The end of the last part, if it belongs to the next lexeme. */
  #rest = '';
  readonly #found: (place: string) => void;

  constructor(found: (place: string) => void) {
    this.#found = found;
  }

  /** Returns the next part without token fields. */
  take(part: string): string {
    let text = this.#rest + part;
    this.#rest = endsInEscape(text) ? '\\' : '';
    text = text.slice(0, text.length - this.#rest.length);
    let passed = '';
    if (this.#inside) {
      const [string = '', end] = restOfString.exec(text) ?? [];
      if (this.#inside === 'string') passed = string;
      if (end) this.#inside = undefined;
      text = text.slice(string.length);
    }
    for (const { 0: lexeme, index, groups } of text.matchAll(lexemes)) {
      if (this.isDone) {
        passed += text.slice(index);
        break;
      }
      passed += groups?.end === '' ? this.#openString(lexeme) : this.#step(lexeme);
    }
    return this.isDone ? passed + this.#takeRest() : passed;
  }

  /** Returns the text that is still held back at the end. */
  end(): string {
    return this.#levels.map(takeHeld).join('') + (this.#inside === 'token' ? '' : this.#takeRest());
  }

  #step(lexeme: string): string {
    const level = this.#levels.at(-1);
    if (!level) return this.#start(lexeme);
    if (this.#unwatched > 0) {
      if (lexeme === '{' || lexeme === '[') this.#unwatched += 1;
      else if (lexeme === '}' || lexeme === ']') this.#unwatched -= 1;
      return lexeme;
    }
    if (level.expects === 'end') return this.#afterValue(lexeme, level);
    if (space.test(lexeme)) return hold(level, lexeme.slice(0, maxHeld));
    switch (level.expects) {
      case 'key':
        return this.#key(lexeme, level);
      case 'colon':
        if (lexeme !== ':') return this.#giveUp(lexeme);
        level.expects = 'value';
        return hold(level, lexeme);
      case 'value':
        return this.#value(lexeme, level);
    }
  }

  /**
   * Handles a string that continues in the next part: held back if it may be the key of a token, otherwise passed on
   * or dropped as it arrives.
   */
  #openString(string: string): string {
    const level = this.#unwatched > 0 ? undefined : this.#levels.at(-1);
    const isKey = level?.expects === 'key';
    const isToken = level?.expects === 'value' && tokenFields.includes(level.key);
    // With only the first quote of a value read, the value may still be empty.
    if ((isKey && string.length <= longestKey) || (isToken && string === '"')) {
      this.#rest = string + this.#rest;
      return '';
    }
    this.#inside = isToken ? 'token' : 'string';
    const passed = this.#step(string);
    return isKey ? passed + letThrough(level) : passed;
  }

  /** Handles the text up to the answer's opening brace; white space and a byte order mark may precede it. */
  #start(lexeme: string): string {
    if (lexeme === '{') this.#open('');
    else this.isDone = !spaceOrMark.test(lexeme);
    return lexeme;
  }

  #key(lexeme: string, level: Level): string {
    if (lexeme === '}') return this.#close(level);
    if (!lexeme.startsWith('"')) return this.#giveUp(lexeme);
    level.key = lexeme.length > longestKey ? '' : keyOf(lexeme);
    level.expects = 'colon';
    return hold(level, lexeme);
  }

  #value(lexeme: string, level: Level): string {
    level.expects = 'end';
    if (lexeme.startsWith('"') && tokenFields.includes(level.key)) {
      level.held = [];
      if (lexeme !== '""') this.#found(level.prefix + level.key);
      return '';
    }
    const passed = letThrough(level) + lexeme;
    if (lexeme === '{' && this.#levels.length === 1 && level.key === wrapper) this.#open(`${wrapper}.`);
    else if (lexeme === '{' || lexeme === '[') this.#unwatched += 1;
    return passed;
  }

  /** Handles the text between a value and the comma or brace after it. */
  #afterValue(lexeme: string, level: Level): string {
    if (lexeme === '}') return this.#close(level);
    if (lexeme !== ',') return lexeme;
    level.expects = 'key';
    return hold(level, lexeme);
  }

  #open(prefix: string): void {
    this.#levels.push({ prefix, key: '', members: 0, held: [], expects: 'key' });
  }

  #close(level: Level): string {
    this.#levels.pop();
    this.isDone = this.#levels.length === 0;
    return `${takeHeld(level)}}`;
  }

  /** The text is not JSON. */
  #giveUp(lexeme: string): string {
    this.isDone = true;
    return this.#levels.map(takeHeld).join('') + lexeme;
  }

  #takeRest(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}

/** True if the last character is a backslash that escapes the next one. */
function endsInEscape(text: string): boolean {
  let slashes = 0;
  while (text.at(-1 - slashes) === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Holds back a part of a member; nothing is passed on. */
function hold(level: Level, lexeme: string): string {
  if (level.held.length < maxHeld) level.held.push(lexeme);
  return '';
}

/** Returns the beginning of a member whose value is passed on too. */
function letThrough(level: Level): string {
  const held = takeHeld(level);
  level.members += 1;
  return held;
}

/** Returns the held-back part of a member, without its comma if no member precedes it. */
function takeHeld(level: Level): string {
  const [first, ...others] = level.held;
  level.held = [];
  return (first === ',' && level.members === 0 ? others : [first, ...others]).join('');
}

/** Decodes a quoted key, given byte for byte; returns an empty string if it is not JSON. */
function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return '';
  }
}
