import type { ReactNode } from 'react';

/** A component, or another building block of screens, in each of its states. */
export interface Piece {
  /** Name under which it is imported. */
  name: string;
  /** Path below client/ui. */
  file: string;
  /** When to use it, in one sentence. */
  about: string;
  /** True if each state takes the whole width instead of a column. */
  wide?: boolean;
  /** States by name. An element may be rendered twice, for the light and for the dark theme. */
  states: Record<string, ReactNode>;
}

export interface Group {
  name: string;
  pieces: readonly Piece[];
}

/** Returns the id of a piece in URLs. */
export function pieceId(name: string): string {
  return name.replace(/\W+/g, '-').toLowerCase();
}
