import { Transform } from 'node:stream';

/** Names of a field that holds a token, at the top of an answer and in its `data`: the four places in which sign-in looks. */
export const tokenFields: readonly string[] = ['token', 'access_token'];
const wrapper = 'data';

/** Bytes of a key; "access_token" with each letter as \uXXXX has 74. */
const longestKey = 80;
/** White space between the parts of a member that is kept; more has no meaning and only takes memory. */
const maxSpace = 256;

/** Bytes of a string that are looked at one by one. */
const shortText = 128;
/** Bytes of a text with nothing in it: its quotes. */
const emptyText = 2;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** An object in which fields are looked at. */
interface Level {
  /** Prefix of the field names that are reported: empty, or `data.`. */
  prefix: string;
  /** The key whose value comes next, or is being read. */
  key: string;
  /** Members that went out: the first of them has no comma before it. */
  members: number;
  /** A member was begun and is not decided: its comma, its key, its colon. */
  pending: Buffer[];
  state: 'key' | 'colon' | 'value' | 'after';
}

/**
 * Takes out of JSON that flows by every field that holds a token in one of the four places, and leaves all other bytes as they
 * are: numbers beyond 2^53 and doubled keys come through, and memory does not grow with the answer. `found` is called with
 * the place, such as `data.token`. What is no JSON object goes on unchanged.
 */
export function removeTokenFields(found: (place: string) => void): Transform {
  /** The objects around the place where we are, of those that are looked at: the answer, and its `data`. */
  const levels: Level[] = [];
  /** Objects and lists around the place where we are that are not looked at. */
  let unwatched = 0;
  let mode: 'start' | 'json' | 'string' | 'key' | 'dropped' | 'rest' = 'start';
  /** The key, or the dropped value, as far as it has come. */
  let text: Buffer[] = [];
  let textLength = 0;
  /** The last byte of a string so far was a backslash that escapes what comes. */
  let escaping = false;
  /** What goes out next of the chunk at hand: in one piece as long as nothing is left out. */
  let run: { chunk: Buffer; from: number; to: number } | undefined;

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let at = 0;
      while (at < chunk.length) at = step(chunk, at);
      emitRun();
      done();
    },
    flush(done) {
      for (const level of levels) emitPending(level, false);
      for (const part of text) stream.push(part);
      done();
    },
  });
  return stream;

  /** Takes what can be taken at once; gives where to go on. */
  function step(chunk: Buffer, at: number): number {
    if (mode === 'rest') return emit(chunk, at, chunk.length);
    if (mode === 'string' || mode === 'key' || mode === 'dropped') return stepString(chunk, at);
    if (mode === 'start') return stepStart(chunk, at);
    const level = levels.at(-1);
    return unwatched > 0 || !level ? stepUnwatched(chunk, at) : stepMember(chunk, at, level);
  }

  /** Up to the brace of the answer; white space and a byte order mark may stand before it. */
  function stepStart(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x7b) openLevel('');
    else if (!isSpace(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) mode = 'rest';
    return emit(chunk, at, at + 1);
  }

  /** Inside a value that is an object or a list, up to its end. */
  function stepUnwatched(chunk: Buffer, at: number): number {
    let end = at;
    while (end < chunk.length && mode === 'json' && unwatched > 0) {
      const byte = chunk[end];
      if (byte === quote) mode = 'string';
      else if (byte === 0x7b || byte === 0x5b) unwatched += 1;
      else if (byte === 0x7d || byte === 0x5d) unwatched -= 1;
      end += 1;
    }
    return emit(chunk, at, end);
  }

  /** Between the strings of an object that is looked at. */
  function stepMember(chunk: Buffer, at: number, level: Level): number {
    const byte = chunk[at] ?? 0;
    if (isSpace(byte) && level.state !== 'after') {
      if (level.pending.length < maxSpace) level.pending.push(chunk.subarray(at, at + 1));
      return at + 1;
    }
    if (byte === 0x7d && level.state !== 'colon' && level.state !== 'value') return close(chunk, at, level);
    if (level.state === 'after') return stepAfter(chunk, at, level);
    if (level.state === 'key' && byte === quote) return beginText('key', chunk, at);
    if (level.state === 'colon' && byte === colon) {
      level.pending.push(chunk.subarray(at, at + 1));
      level.state = 'value';
      return at + 1;
    }
    if (level.state === 'value') return stepValue(chunk, at, level);
    return giveUp(at);
  }

  function stepValue(chunk: Buffer, at: number, level: Level): number {
    const byte = chunk[at];
    level.state = 'after';
    if (byte === quote && tokenFields.includes(level.key)) return beginText('dropped', chunk, at);
    emitPending(level, true);
    if (byte === quote) mode = 'string';
    else if (byte === 0x7b && levels.length === 1 && level.key === wrapper) openLevel(`${wrapper}.`);
    else if (byte === 0x7b || byte === 0x5b) unwatched += 1;
    return emit(chunk, at, at + 1);
  }

  /** After a value, or inside a number or a word. */
  function stepAfter(chunk: Buffer, at: number, level: Level): number {
    if (chunk[at] !== comma) return emit(chunk, at, at + 1);
    level.pending = [chunk.subarray(at, at + 1)];
    level.state = 'key';
    return at + 1;
  }

  function close(chunk: Buffer, at: number, level: Level): number {
    emitPending(level, false);
    levels.pop();
    if (levels.length === 0) mode = 'rest';
    return emit(chunk, at, at + 1);
  }

  function openLevel(prefix: string): void {
    levels.push({ prefix, key: '', members: 0, pending: [], state: 'key' });
    mode = 'json';
  }

  /** The member goes out, or what is left of one that does not. */
  function emitPending(level: Level, isMember: boolean): void {
    const [first, ...rest] = level.pending;
    level.pending = [];
    const isOrphan = first?.[0] === comma && level.members === 0;
    emitRun();
    for (const part of isOrphan || !first ? rest : [first, ...rest]) stream.push(part);
    if (isMember) level.members += 1;
  }

  /** This is no JSON: the rest goes on as it is. */
  function giveUp(at: number): number {
    for (const level of levels) emitPending(level, false);
    mode = 'rest';
    return at;
  }

  function beginText(next: 'key' | 'dropped', chunk: Buffer, at: number): number {
    mode = next;
    text = next === 'key' ? [chunk.subarray(at, at + 1)] : [];
    textLength = 1;
    return at + 1;
  }

  /** A string up to its closing quote, or to the end of the chunk. */
  function stepString(chunk: Buffer, at: number): number {
    let end = at;
    let closed = false;
    while (end < chunk.length && !closed) {
      if (escaping) {
        escaping = false;
        end += 1;
        continue;
      }
      const stop = nextOf(chunk, end);
      end = stop + 1;
      if (chunk[stop] === backslash) escaping = true;
      else closed = stop < chunk.length;
    }
    end = Math.min(end, chunk.length);
    if (mode === 'string') emit(chunk, at, end);
    else takeText(Buffer.from(chunk.subarray(at, end)), closed);
    if (closed) mode = 'json';
    return end;
  }

  /** A part of a key, or of a value that is left out. */
  function takeText(part: Buffer, closed: boolean): void {
    const level = levels.at(-1);
    if (!level) return;
    textLength += part.length;
    if (mode === 'dropped') {
      if (!closed) return;
      level.pending = [];
      if (textLength > emptyText) found(level.prefix + level.key);
      return;
    }
    text.push(part);
    const isLong = textLength > longestKey;
    if (!closed && !isLong) return;
    level.key = isLong ? '' : keyOf(Buffer.concat(text));
    level.state = 'colon';
    level.pending.push(...text);
    text = [];
    // A key that is too long to be one of ours goes out as it comes.
    if (!closed) {
      emitPending(level, true);
      mode = 'string';
    }
  }

  function emit(chunk: Buffer, from: number, to: number): number {
    if (run?.chunk === chunk && run.to === from) {
      run.to = to;
    } else {
      emitRun();
      run = { chunk, from, to };
    }
    return to;
  }

  function emitRun(): void {
    if (run && run.to > run.from) stream.push(run.chunk.subarray(run.from, run.to));
    run = undefined;
  }
}

/** Where the next quote or backslash stands; the length of the chunk when there is none. */
function nextOf(chunk: Buffer, from: number): number {
  // Most strings are short: a call into native code costs more than looking at so few bytes.
  const near = Math.min(chunk.length, from + shortText);
  for (let at = from; at < near; at += 1) if (chunk[at] === quote || chunk[at] === backslash) return at;
  const close = chunk.indexOf(quote, near);
  const end = close < 0 ? chunk.length : close;
  const escaped = chunk.subarray(near, end).indexOf(backslash);
  return escaped < 0 ? end : near + escaped;
}

/** What a quoted key spells; nothing for one that JSON does not know. */
function keyOf(quoted: Buffer): string {
  try {
    return String(JSON.parse(quoted.toString('utf8')));
  } catch {
    return '';
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
