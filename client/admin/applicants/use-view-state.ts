import { useCallback, useState } from 'react';
import { initialView, reduceView, type ViewEvent, type ViewState } from './view-state.ts';

/** The state of the Applicants screen, and a function that changes it. */
export function useViewState(): [ViewState, (event: ViewEvent) => void] {
  // `useReducer` is not used, because it renders again even after an event that changes nothing.
  const [state, setState] = useState(initialView);
  const dispatch = useCallback((event: ViewEvent) => setState((now) => reduceView(now, event)), []);
  return [state, dispatch];
}
