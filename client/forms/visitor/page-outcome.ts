import { createContext, useContext, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type FormReceipt,
  type PageFormName,
  type PageOutcome,
  type RejectedForm,
  receiptAddress,
  receiptParam,
} from '#shared/page-forms.ts';
import { useIsHydrating } from '../../ui/use-is-hydrating.ts';

/** What became of the form that was posted to this document; nothing after any other beginning. */
export const PageOutcomeContext = createContext<PageOutcome | undefined>(undefined);

/**
 * The form as it came back from its post, for the page that the server rendered with it; undefined for a form that opens
 * later, on another page or on this one again.
 */
export function useRejectedForm(form: PageFormName): RejectedForm | undefined {
  const rejected = useContext(PageOutcomeContext)?.rejected;
  const hydrating = useIsHydrating();
  const [first] = useState(hydrating ? rejected : undefined);
  return first?.form === form ? first : undefined;
}

/** Receipts of forms that were sent in this document, by their tokens. */
const receivedHere = new Map<string | null, FormReceipt>();

/** The receipt that the address shows, if it is one that the server has vouched for in this document. */
export function useFormReceipt(form: PageFormName): FormReceipt | undefined {
  const served = useContext(PageOutcomeContext)?.receipt;
  const [params] = useSearchParams();
  const token = params.get(receiptParam);
  const receipt = served?.token === token ? served : receivedHere.get(token);
  return receipt?.form === form ? receipt : undefined;
}

/**
 * Gives the page the address of its receipt, as a post of the form would: a reload shows it, and so does coming back. `action` is
 * where the form is posted. Not by the router, for which the page stays the same. Without a receipt it is the form's address again.
 */
export function showAddress(form: PageFormName, action: string, receipt?: FormReceipt): void {
  const { pathname, searchParams } = new URL(action, location.href);
  if (receipt) receivedHere.set(receipt.token, receipt);
  history.replaceState(history.state, '', receiptAddress(form, pathname, searchParams, receipt?.token));
}
