import { createContext, useContext, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type FormReceipt,
  type PageFormName,
  type PageOutcome,
  type RejectedForm,
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

/** The receipt that the address shows, if it is one that the server has vouched for in this document. */
export function useFormReceipt(form: PageFormName): FormReceipt | undefined {
  const receipt = useContext(PageOutcomeContext)?.receipt;
  const [params] = useSearchParams();
  return receipt?.form === form && params.get(receiptParam) === receipt.token ? receipt : undefined;
}
