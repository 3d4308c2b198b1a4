import type { Chance } from './chance.ts';

/** The kinds of cases, as `--only` names them. */
export const kindNames = ['http', 'multipart', 'json', 'images', 'documents', 'host', 'html'] as const;
export type KindName = (typeof kindNames)[number];

/** The product that a case is sent to. */
export interface Place {
  url: string;
  /** Of an admin's session, as a Cookie header carries it. */
  cookie: string;
  /** What the host answers to the request whose path holds this number; only where the host does what it is told. */
  hostAnswers?: Map<number, HostAnswer>;
}

/** The bytes of one answer, and whether the host then closes. */
export interface HostAnswer {
  bytes: Buffer;
  closes: boolean;
}

/** One case: bytes for a connection of its own. */
export interface Case {
  bytes: Buffer;
  /** It is a whole request (or several), so an answer must come; otherwise silence is fine until we have left. */
  isWhole: boolean;
  /** More than one answer may come: the bytes may be several requests. */
  isPipelined?: boolean;
  /** The methods of several sound requests: each is answered, in this order. */
  methods?: readonly string[];
  /** The host behind the product is told to be bad: 502, 503 and 504 are answers then. */
  badHost?: boolean;
  /** How many answers may come, where a second one would be to a request that nobody made. */
  mostAnswers?: number;
}

/** Makes the case of a number. Whatever a kind needs first (pictures, say) was made when the maker was. */
export type Maker = (chance: Chance, place: Place, number: number) => Case;

/** A path of which the host must never hear: cases hide a request for it where no request may be. */
export const hiddenPath = '/api/smuggled';

/** A request of which head and body are known, as bytes. A length is added unless the headers say how long the body is. */
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

/** Somebody's address: limits per address must not spare the rules behind them. */
export function visitorAddress(chance: Chance): string {
  return `10.${chance.upTo(256)}.${chance.upTo(256)}.${1 + chance.upTo(254)}`;
}

/** The headers of an admin's browser, or of a visitor's. */
export function callerHeaders(chance: Chance, place: Place, isAdmin: boolean): [string, string][] {
  return [
    ['Host', 'localhost'],
    ['X-Forwarded-For', visitorAddress(chance)],
    ['X-CSRF', '1'],
    ...(isAdmin ? ([['Cookie', place.cookie]] as [string, string][]) : []),
  ];
}
