/**
 * What one process tells the others: that visitors' pages are old (`purge`), a session has ended (`session-ended`, its id and when it is
 * forgotten), one has a new token (sealed), mails, plans or redirects are new, something at the desk has changed.
 */
type SignalKind = 'purge' | 'session-ended' | 'token-replaced' | 'mail' | 'schedule' | 'redirects' | 'desk';

/** Word from process to process of one site. A process does not hear itself: what it says, it has done. */
export interface Signals {
  /** Tells the others, who hear it within a second. Rejects when the database does not take it. */
  publish(kind: SignalKind, value?: string): Promise<void>;
  /** Hears what others say, in the order in which they said it. Gives what stops it. */
  on(kind: SignalKind, listener: (value: string) => void): () => void;
  /** Hears that word may have been lost, since the database was away for long: what depends on it is to be read anew. */
  onGap(listener: () => void): () => void;
}

/** Of a site that is one process. */
export const noSignals: Signals = {
  publish: async () => {},
  on: () => () => {},
  onGap: () => () => {},
};
