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

/** Result of the form that was posted to this document; undefined if the document was not the answer to a post. */
export const PageOutcomeContext = createContext<PageOutcome | undefined>(undefined);

/**
 * Returns the rejected form that the server rendered into this page; undefined for a form that opens later, on
 * another page or on this page again.
 */
export function useRejectedForm(form: PageFormName): RejectedForm | undefined {
  const rejected = useContext(PageOutcomeContext)?.rejected;
  const hydrating = useIsHydrating();
  const [first] = useState(hydrating ? rejected : undefined);
  return first?.form === form ? first : undefined;
}

/** Receipts of forms that were sent from this document, by token. */
const receivedHere = new Map<string | null, FormReceipt>();

/** Returns the receipt that the address names, if the server confirmed it in this document. */
export function useFormReceipt(form: PageFormName): FormReceipt | undefined {
  const served = useContext(PageOutcomeContext)?.receipt;
  const [params] = useSearchParams();
  const token = params.get(receiptParam);
  const receipt = served?.token === token ? served : receivedHere.get(token);
  return receipt?.form === form ? receipt : undefined;
}

/**
 * Sets the page's address to that of its receipt, as a post of the form would do, so that a reload or a later visit
 * shows the receipt. `action` is the address to which the form is posted. Bypasses the router, for which the page
 * stays the same. Without a receipt, sets the form's own address again.
 */
export function showAddress(form: PageFormName, action: string, receipt?: FormReceipt): void {
  const { pathname, searchParams } = new URL(action, location.href);
  if (receipt) receivedHere.set(receipt.token, receipt);
  history.replaceState(history.state, '', receiptAddress(form, pathname, searchParams, receipt?.token));
}
