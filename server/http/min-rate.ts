import { KIB } from '#shared/limits.ts';

/** How fast a body has to arrive: on average so many bytes a second, in every window of time. */
export interface MinRate {
  windowMs: number;
  bytesPerSecond: number;
}

/**
 * Half of what a phone manages with hardly any signal (16 KB/s), so half of a window may be silence. Whoever sends a byte now and
 * then, or never begins, is refused after 20 to 40 seconds.
 */
export const defaultMinRate: MinRate = { windowMs: 20_000, bytesPerSecond: 8 * KIB };

/** The bytes that have to come within a window. */
export function leastBytes({ windowMs, bytesPerSecond }: MinRate): number {
  return (bytesPerSecond * windowMs) / 1000;
}
