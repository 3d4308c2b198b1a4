import type { CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Answered, StubData } from './content.ts';
import type { SeenPart, SeenRequest } from './seen.ts';

/** What a handler may use. */
export interface HandlerContext {
  seen: SeenRequest;
  id: Id;
  signedIn: boolean;
  /** False for a query parameter that this host has never heard of. */
  knows(parameter: string): boolean;
  data: StubData;
  /** The account of this host, and the tokens that are good now. */
  admin: { email: string; password: string };
  tokens: string[];
  formMinSeconds: number;
  nextId(): Id;
  /** Keeps the file and gives its path, e.g. /storage/3-cover.png. */
  keep(file: SeenPart): string;
  /** The address under which a stored path is shown. */
  show(path: string | null): string | null;
}

export type Handler = (context: HandlerContext) => Answered;

/** A handler for each of a resource's rows. */
export type HandlersOf<Rows extends Partial<typeof contract>> = Record<keyof Rows & CallName, Handler>;

/** Keeps a file that may not have been sent. */
export function keepOptional(context: HandlerContext, file: SeenPart | undefined): string | null {
  return file ? context.keep(file) : null;
}

/** The address of an optional file; undefined without one, so that the field is missing. */
export function showOptional(
  path: string | undefined,
  show: HandlerContext['show'],
): string | null | undefined {
  return path === undefined ? undefined : show(path);
}

/** A later version of a row than the one before, though both may be made within a millisecond. */
export function touch(row: { updated_at: string }): void {
  row.updated_at = new Date(Math.max(Date.now(), (Date.parse(row.updated_at) || 0) + 1)).toISOString();
}

/** The dates of a new row. */
export function stamps() {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now };
}
