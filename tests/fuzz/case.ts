import type { Chance } from './chance.ts';

/** The kinds of cases, as `--only` names them. */
export const kindNames = ['http', 'multipart', 'json', 'images', 'documents', 'host', 'html'] as const;
export type KindName = (typeof kindNames)[number];

/** The product to which cases are sent. */
export interface Place {
  url: string;
  /** Cookie of an admin's session, as a Cookie header carries it. */
  cookie: string;
  /** The host's answers by the number in the request path; only for a host that answers on command. */
  hostAnswers?: Map<number, HostAnswer>;
}

/** The bytes of one answer, and whether the host then closes the connection. */
export interface HostAnswer {
  bytes: Buffer;
  closes: boolean;
}

/** One case: bytes for a new connection. */
export interface Case {
  bytes: Buffer;
  /**
   * True if the bytes are a whole request (or several), so that an answer is required; otherwise the server may stay
   * silent until the client leaves.
   */
  isWhole: boolean;
  /** True if several answers are allowed, because the bytes may be several requests. */
  isPipelined?: boolean;
  /** Methods of several valid requests: each request is answered, in this order. */
  methods?: readonly string[];
  /** True if the host behind the product misbehaves: 502, 503 and 504 are then allowed. */
  badHost?: boolean;
  /** Maximum number of answers, where another answer would belong to a smuggled request. */
  mostAnswers?: number;
}

/** Makes the case of a number. Expensive inputs (e.g. pictures) are prepared when the maker is created. */
export type Maker = (chance: Chance, place: Place, number: number) => Case;

/** A path that the host must never receive: cases hide a request for it where no request is allowed. */
export const hiddenPath = '/api/smuggled';

/**
 * Returns a request with this head and body as bytes. Adds a Content-Length unless the headers already state the
 * body's length.
 */
export function requestBytes(
  line: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer | string = '',
): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const isSaid = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const needsLength = !isSaid && (content.length > 0 || line.startsWith('POST'));
  const all = needsLength ? [...headers, ['Content-Length', String(content.length)] as const] : headers;
  const head = `${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'utf8'), content]);
}

/** Returns a random address for each visitor: otherwise limits per address would hide the checks behind them. */
export function visitorAddress(chance: Chance): string {
  return `10.${chance.upTo(256)}.${chance.upTo(256)}.${1 + chance.upTo(254)}`;
}

/** The headers of an admin's or a visitor's browser. */
export function callerHeaders(chance: Chance, place: Place, isAdmin: boolean): [string, string][] {
  return [
    ['Host', 'localhost'],
    ['X-Forwarded-For', visitorAddress(chance)],
    ['X-CSRF', '1'],
    ...(isAdmin ? ([['Cookie', place.cookie]] as [string, string][]) : []),
  ];
}
