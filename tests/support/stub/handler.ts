import type { CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Answered, StubData } from './content.ts';
import type { SeenPart, SeenRequest } from './seen.ts';

/** The context of a handler. */
export interface HandlerContext {
  seen: SeenRequest;
  id: Id;
  signedIn: boolean;
  /** False for a query parameter that this host does not know. */
  knows(parameter: string): boolean;
  data: StubData;
  /** The account of this host, and the tokens that are valid now. */
  admin: { email: string; password: string };
  tokens: string[];
  formMinSeconds: number;
  nextId(): Id;
  /** Stores the file and returns its path, e.g. /storage/3-cover.png. */
  keep(file: SeenPart): string;
  /** Returns the public address of a stored path. */
  show(path: string | null): string | null;
}

export type Handler = (context: HandlerContext) => Answered;

/** A handler for each row of a resource. */
export type HandlersOf<Rows extends Partial<typeof contract>> = Record<keyof Rows & CallName, Handler>;

/** Stores a file if one was sent. */
export function keepOptional(context: HandlerContext, file: SeenPart | undefined): string | null {
  return file ? context.keep(file) : null;
}

/** Returns the address of an optional file; undefined without a file, so that the field is absent. */
export function showOptional(
  path: string | undefined,
  show: HandlerContext['show'],
): string | null | undefined {
  return path === undefined ? undefined : show(path);
}

/** Sets a later version of a row than the previous one, even within the same millisecond. */
export function touch(row: { updated_at: string }): void {
  row.updated_at = new Date(Math.max(Date.now(), (Date.parse(row.updated_at) || 0) + 1)).toISOString();
}

/** Returns the dates of a new row. */
export function stamps() {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now };
}
