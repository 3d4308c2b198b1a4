import { KIB } from '#shared/limits.ts';

/** Minimum rate at which a body must arrive: so many bytes a second on average, in every window of time. */
export interface MinRate {
  windowMs: number;
  bytesPerSecond: number;
}

/**
 * Half of what a phone achieves with hardly any signal (16 KB/s), so half of a window may be silence. A client that
 * sends a byte now and then, or never begins, is refused after 20 to 40 seconds.
 */
export const defaultMinRate: MinRate = { windowMs: 20_000, bytesPerSecond: 8 * KIB };

/** Returns the bytes that must arrive within a window. */
export function leastBytes({ windowMs, bytesPerSecond }: MinRate): number {
  return (bytesPerSecond * windowMs) / 1000;
}
