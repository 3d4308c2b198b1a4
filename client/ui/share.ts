/** Whole percents, rounded down: 100 is said only when all is done. */
export function percent(value: number, max: number): number {
  return Math.min(100, Math.max(0, Math.floor((value / max) * 100)));
}

/** The last quarter that was reached: 0, 25, 50, 75 or 100. */
export function quarter(value: number, max: number): number {
  return Math.floor(percent(value, max) / 25) * 25;
}
