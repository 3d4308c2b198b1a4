import { expect } from 'vitest';
import type { CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Engine } from '../../../support/engines.ts';
import type { FormPart } from '../../../support/forms.ts';

/** A call that must succeed, and what it must say. */
export interface GoodCall {
  params?: { id: Id };
  query?: string;
  form?: FormPart[];
  /** A JSON body. */
  json?: unknown;
  message?: string;
  /** On download rows: what the file must be; then there is no `data`. */
  file?: { type: RegExp; disposition: RegExp; bytes?: Buffer };
  /** What `data` must match. */
  data: unknown;
  /**
   * Reads the thing that the call writes, where neither a read of one nor a list of its resource does so: before the call without an
   * answer, and after it with the envelope of the answer.
   */
  read?: (answer?: { data?: unknown }) => Promise<object | undefined>;
}

/** Makes on this engine what the call needs. */
export type MakeCall = (engine: Engine) => Promise<GoodCall> | GoodCall;

/** A good call for each of a resource's rows. */
export type GoodCalls<Rows extends Partial<typeof contract>> = Record<keyof Rows & CallName, MakeCall>;

/** Media come from our own origin, whatever the API host writes. */
export const media = expect.stringMatching(/^\/storage\/[\w./-]+$/);

/** The first page of a list. */
export const page = {
  data: expect.any(Array),
  current_page: 1,
  last_page: expect.any(Number),
  per_page: 10,
  total: expect.any(Number),
};
