import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FormReceipt, PageFormName } from '#shared/page-forms.ts';
import type { AcceptedForm } from '../../bff/intake/accept-forms.ts';

export type Receipts = ReturnType<typeof createReceipts>;

/** Matches references that a person could read out: not too long, and without control characters. */
const usable = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;
const shape = /^(?<reference>[^\p{C}]{0,64})~(?<due>\d{0,15})~(?<mac>[\w-]{22})$/u;

/**
 * Creates the writer and reader of the tokens of receipts, which are put into the URLs of pages. A receipt contains
 * nothing that a visitor typed. It is signed, and valid only on its own page: otherwise a link could make the page
 * confirm an application that was never sent, or show words of the link's author. The first of `keys` signs; each of
 * them verifies.
 */
export function createReceipts(keys: readonly Buffer[]) {
  const [current] = keys;
  if (!current) throw new Error('createReceipts: no key');
  return {
    write(form: PageFormName, path: string, { reference, dueAt }: AcceptedForm) {
      const due = Date.parse(dueAt ?? '');
      const payload = `${reference && usable.test(reference) ? reference : ''}~${due > 0 ? due : ''}`;
      return `${payload}~${sign(current, form, path, payload)}`;
    },
    /** Returns the receipt; undefined for a token that this site has not written for this page. */
    read(form: PageFormName, path: string, token: string): FormReceipt | undefined {
      const { reference = '', due = '', mac = '' } = shape.exec(token)?.groups ?? {};
      const isOurs = keys.some((key) => isEqual(sign(key, form, path, `${reference}~${due}`), mac));
      if (!isOurs) return undefined;
      return {
        form,
        token,
        ...(reference && { reference }),
        ...(due && { dueAt: new Date(Number(due)).toISOString() }),
      };
    },
  };
}

function sign(key: Buffer, form: PageFormName, path: string, payload: string) {
  const signed = JSON.stringify([form, path, payload]);
  return createHmac('sha256', key).update(signed).digest().subarray(0, 16).toString('base64url');
}

function isEqual(one: string, other: string) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
