import { Transform } from 'node:stream';
import { KIB } from '#shared/limits.ts';

/**
 * Names of fields that contain a token. Both names are looked for at the top level of an answer and in its `data`:
 * these are the four places from which sign-in reads the token (server/bff/session/README.md).
 */
export const tokenFields: readonly string[] = ['token', 'access_token'];
const wrapper = 'data';

/** Longest key that may name a token, in bytes: "access_token" has 74 if each letter is written as \uXXXX. */
const longestKey = 80;
/**
 * Maximum number of characters in a run of white space in a held-back member of a JSON object, and maximum number of
 * pieces of such a member that are held back. White space beyond that is dropped, because it would only use memory.
 */
const maxHeld = 256;
/** Number of bytes that the regular expressions below search in one pass. */
const passBytes = 64 * KIB;

/**
 * Matches the next lexeme of JSON: a string, a punctuator, or a run of anything else (white space, numbers, words).
 * `end` is the quote that closes a string; it is empty if the text ends inside the string. Every text that does not
 * end in the middle of an escape is a sequence of these lexemes, so the expressions never backtrack.
 */
const lexemes = /"(?:[^"\\]+|\\.)*(?<end>"?)|[{}[\],:]|[^"{}[\],:]+/gs;
const restOfString = /^(?:[^"\\]+|\\.)*(?<end>"?)/s;
const space = /^[ \t\r\n]*$/;
const spaceOrMark = /^[ \t\r\n\xef\xbb\xbf]*$/;

/**
 * Removes every field that contains a token (`tokenFields`, at the top level and in `data`) from streamed JSON. All
 * other bytes stay unchanged, also numbers beyond 2^53 and duplicate keys, and memory use does not grow with the
 * answer. `found` is called with the place, such as `data.token`. Anything but a JSON object is passed on unchanged,
 * and so is everything after a syntax error. A JSON parser is not used, because it would change such numbers, lose
 * the first of two equal keys, and reject JSON that is cut or not valid UTF-8.
 */
export function removeTokenFields(found: (place: string) => void): Transform {
  const filter = new TokenFieldFilter(found);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += passBytes) {
        const part = chunk.subarray(at, at + passBytes);
        // The bytes are read as latin1, in which each byte is one character, so that they can be written back
        // unchanged.
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

/** An object whose members are examined: the answer itself, or its `data`. */
interface Level {
  /** Text that precedes the names of this object's fields when they are reported: empty, or `data.`. */
  prefix: string;
  /** The key whose value comes next or is being read. */
  key: string;
  /** Number of members that were passed on. The first member that is passed on has no comma before it. */
  members: number;
  /** The beginning of a member that may still be removed: its comma, key and colon. */
  held: string[];
  expects: 'key' | 'colon' | 'value' | 'end';
}

class TokenFieldFilter {
  /** True if everything that follows is passed on unchanged. */
  isDone = false;
  /** The examined objects that contain the current position: the answer, and perhaps its `data`. */
  readonly #levels: Level[] = [];
  /** Number of other objects and lists that contain the current position; their members are not examined. */
  #unwatched = 0;
  /** Set if the last part ended inside a string: an ordinary one, or the value of a token field. */
  #inside: 'string' | 'token' | undefined;
  /** The end of the last part, if it has to be read together with the next part. */
  #rest = '';
  readonly #found: (place: string) => void;

  constructor(found: (place: string) => void) {
    this.#found = found;
  }

  /** Processes the next part of the answer; returns it without token fields. */
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

  /** Called when the answer has ended; returns the text that was still held back. */
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
   * Handles a string that continues in the next part. If the string may be the key of a token, it is held back;
   * otherwise it is passed on or dropped as it arrives.
   */
  #openString(string: string): string {
    const level = this.#unwatched > 0 ? undefined : this.#levels.at(-1);
    const isKey = level?.expects === 'key';
    const isToken = level?.expects === 'value' && tokenFields.includes(level.key);
    // If only the opening quote of a token's value has arrived, the value may still turn out to be empty. The removal
    // of an empty value is not reported (`found`), so the quote is held back too.
    if ((isKey && string.length <= longestKey) || (isToken && string === '"')) {
      this.#rest = string + this.#rest;
      return '';
    }
    this.#inside = isToken ? 'token' : 'string';
    const passed = this.#step(string);
    return isKey ? passed + letThrough(level) : passed;
  }

  /** Handles the text before the answer's opening brace, which may only be white space and a byte order mark. */
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

  /**
   * Called when the text turns out not to be JSON: everything from here on is passed on unchanged, beginning with
   * what was held back.
   */
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

/** Holds back a part of a member. Returns an empty text, because nothing is passed on yet. */
function hold(level: Level, lexeme: string): string {
  if (level.held.length < maxHeld) level.held.push(lexeme);
  return '';
}

/** Passes a member on: returns its held-back beginning, after which its value follows. */
function letThrough(level: Level): string {
  const held = takeHeld(level);
  level.members += 1;
  return held;
}

/** Returns the held-back beginning of a member; without its comma if no member was passed on before it. */
function takeHeld(level: Level): string {
  const [first, ...others] = level.held;
  level.held = [];
  return (first === ',' && level.members === 0 ? others : [first, ...others]).join('');
}

/** Decodes a key that is given with its quotes; returns an empty text if it is not valid JSON. */
function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return '';
  }
}
