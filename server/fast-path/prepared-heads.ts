import type { PreparedAnswer } from '../cache/prepared-answer.ts';
import { type Coding, chooseCoding } from '../http/accept-encoding.ts';
import type { StaticFile } from '../http/static-files.ts';

/** The headers of every answer. */
export type ConstantHeaders = readonly (readonly [name: string, value: string])[];

/** Status and headers of an answer, without those that differ between requests. */
export interface Head {
  readonly status: 200 | 304;
  /** Name, value, name, value and so on: the list that `writeHead` accepts. */
  readonly fields: readonly string[];
}

interface AnswerHeads {
  notModified: Head;
  whole(coding: Coding): Head;
}

interface FileHeads {
  codingFor(accepted: string | undefined): Coding;
  notModified(coding: Coding): Head;
  whole(coding: Coding): Head;
}

const ofAnswers = new WeakMap<PreparedAnswer, AnswerHeads>();
const ofFiles = new WeakMap<StaticFile, FileHeads>();

/** Returns the heads of a cached answer. They are created when the answer is first sent. */
export function headsOf(answer: PreparedAnswer, standing: ConstantHeaders): AnswerHeads {
  const known = ofAnswers.get(answer);
  if (known) return known;
  const make = memoised((coding) => {
    const length = String((answer.bodies[coding] as Buffer).length);
    const fields = flat(standing, answer.headers, packed(coding), [['Content-Length', length]]);
    return { status: 200, fields };
  });
  const bare = answer.headers.filter(([name]) => name !== 'Content-Type');
  const heads: AnswerHeads = { notModified: { status: 304, fields: flat(standing, bare) }, whole: make };
  ofAnswers.set(answer, heads);
  return heads;
}

/** Returns the heads of a built file. */
export function staticHeadsOf(file: StaticFile, standing: ConstantHeaders): FileHeads {
  const known = ofFiles.get(file);
  if (known) return known;
  const { variants, type, cacheControl, headers = {} } = file;
  const own = Object.entries(headers);
  // A file's own headers replace the common headers of the same name.
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const others = standing.filter(([name]) => !names.has(name.toLowerCase()));
  const isPacked = variants.br !== undefined || variants.gzip !== undefined;
  const variantOf = (coding: Coding) => variants[coding] ?? variants.identity;
  const common = (coding: Coding): (readonly [string, string])[] => [
    ['Cache-Control', cacheControl],
    ...own,
    ...(isPacked ? [['Vary', 'Accept-Encoding'] as const] : []),
    ['ETag', variantOf(coding).etag],
  ];
  const heads: FileHeads = {
    codingFor: memoisedByHeader((accepted) => chooseCoding(accepted, (each) => variants[each] !== undefined)),
    notModified: memoised((coding) => ({ status: 304, fields: flat(others, common(coding)) })),
    whole: memoised((coding) => ({
      status: 200,
      fields: flat(others, common(coding), [['Content-Type', type]], packed(coding), [
        ['Content-Length', String(variantOf(coding).body.length)],
      ]),
    })),
  };
  ofFiles.set(file, heads);
  return heads;
}

function packed(coding: Coding): ConstantHeaders {
  return coding === 'identity' ? [] : [['Content-Encoding', coding]];
}

function flat(...lists: ConstantHeaders[]): string[] {
  return lists.flat(2) as string[];
}

function memoised(make: (coding: Coding) => Head): (coding: Coding) => Head {
  const made: Partial<Record<Coding, Head>> = {};
  return (coding) => {
    made[coding] ??= make(coding);
    return made[coding];
  };
}

/**
 * Remembers the result for the last header only: browsers send few different values, but clients can invent any
 * number of them.
 */
function memoisedByHeader(
  choose: (header: string | undefined) => Coding,
): (header: string | undefined) => Coding {
  let lastHeader: string | undefined;
  let last = choose(undefined);
  return (header) => {
    if (header !== lastHeader) {
      last = choose(header);
      lastHeader = header;
    }
    return last;
  };
}
