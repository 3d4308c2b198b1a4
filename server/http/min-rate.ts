import { KIB } from '#shared/limits.ts';

/** Lowest rate at which a body may arrive: so many bytes per second on average, in every window of time. */
export interface MinRate {
  windowMs: number;
  bytesPerSecond: number;
}

/**
 * Half of what a phone achieves with hardly any signal (16 KB/s), so such a phone may be silent for half of a window.
 * A client that sends single bytes, or nothing at all, is refused after 20 to 40 seconds.
 */
export const defaultMinRate: MinRate = { windowMs: 20_000, bytesPerSecond: 8 * KIB };

/** Returns the bytes that must arrive within a window. */
export function leastBytes({ windowMs, bytesPerSecond }: MinRate): number {
  return (bytesPerSecond * windowMs) / 1000;
}
