import { expect } from 'vitest';
import type { CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Engine } from '../../../support/engines.ts';
import type { FormPart } from '../../../support/forms.ts';

/** A call that must succeed, and its expected answer. */
export interface GoodCall {
  params?: { id: Id };
  query?: string;
  form?: FormPart[];
  json?: unknown;
  message?: string;
  /** For download rows: the expected file; there is no `data` then. */
  file?: { type: RegExp; disposition: RegExp; bytes?: Buffer };
  /** Pattern that `data` must match. */
  data: unknown;
  /**
   * Reads the record that the call writes, if neither a single read nor a list of its resource does. Called without
   * an argument before the call, and with the envelope of the answer after it.
   */
  read?: (answer?: { data?: unknown }) => Promise<object | undefined>;
}

/** Creates what the call needs on this engine. */
export type MakeCall = (engine: Engine) => Promise<GoodCall> | GoodCall;

/** A good call for each of a resource's rows. */
export type GoodCalls<Rows extends Partial<typeof contract>> = Record<keyof Rows & CallName, MakeCall>;

/** Media addresses are below our own origin, regardless of what the API host answers. */
export const media = expect.stringMatching(/^\/storage\/[\w./-]+$/);

/** The first page of a list. */
export const page = {
  data: expect.any(Array),
  current_page: 1,
  last_page: expect.any(Number),
  per_page: 10,
  total: expect.any(Number),
};
