import { createContext, useContext, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type FormReceipt,
  type PageFormName,
  type PageOutcome,
  receiptAddress,
  receiptParam,
} from '#shared/page-forms.ts';
import { useWasHydrated } from '../../ui/use-is-hydrating.ts';

/** Result of the form that was posted to this document; undefined if the document was not the answer to a post. */
export const PageOutcomeContext = createContext<PageOutcome | undefined>(undefined);

/**
 * Returns the rejected form that the server has rendered into this page. Undefined for a form that is mounted later,
 * on another page or again on this one.
 */
export function useRejectedForm(form: PageFormName) {
  const rejected = useContext(PageOutcomeContext)?.rejected;
  const hydrating = useWasHydrated();
  const [first] = useState(hydrating ? rejected : undefined);
  return first?.form === form ? first : undefined;
}

/** Receipts of forms that were sent from this document, by the token in the receipt's URL. */
const receivedHere = new Map<string | null, FormReceipt>();

/** Returns the receipt whose token is in the URL, if the server has confirmed it in this document. */
export function useFormReceipt(form: PageFormName) {
  const served = useContext(PageOutcomeContext)?.receipt;
  const [params] = useSearchParams();
  const token = params.get(receiptParam);
  const receipt = served?.token === token ? served : receivedHere.get(token);
  return receipt?.form === form ? receipt : undefined;
}

/**
 * Sets the URL to that of the receipt, as a post of the form would, so that a reload or a later visit shows the
 * receipt. Without a receipt, sets the URL of the form again. `action` is the path to which the form is posted. The
 * router is not used, because the page stays the same.
 */
export function showAddress(form: PageFormName, action: string, receipt?: FormReceipt) {
  const { pathname, searchParams } = new URL(action, location.href);
  if (receipt) receivedHere.set(receipt.token, receipt);
  history.replaceState(history.state, '', receiptAddress(form, pathname, searchParams, receipt?.token));
}
