import type { ReactNode } from 'react';

/** A component, or something else that screens are made of, in each of its states. */
export interface Piece {
  /** As it is imported. */
  name: string;
  /** Below client/ui. */
  file: string;
  /** When to reach for it, in a sentence. */
  about: string;
  /** Each state takes the whole width instead of a column. */
  wide?: boolean;
  /** By name. An element may be rendered twice, for the light and for the dark theme. */
  states: Record<string, ReactNode>;
}

export interface Group {
  name: string;
  pieces: readonly Piece[];
}

/** What an address names a piece by. */
export function pieceId(name: string): string {
  return name.replace(/\W+/g, '-').toLowerCase();
}
