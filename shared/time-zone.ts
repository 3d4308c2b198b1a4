const formats = new Map<string, Intl.DateTimeFormat>();

/** Names a zone by its distance from UTC at a given time: "UTC+05:00", "UTC". */
export function zoneName(zone: string, at: number): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return `${format.formatToParts(at).at(-1)?.value}`.replace(/GMT(\+00:00)?/, 'UTC');
}

/** Returns by how many milliseconds a zone is ahead of UTC at a given time. */
export function zoneOffset(zone: string, at: number): number {
  // Some zones had an offset with seconds until 1930, which is cut off.
  return -Date.parse(`1970-01-01T00:00${zoneName(zone, at).slice(3, 9) || 'Z'}`);
}

/**
 * Returns the time at which clocks of a zone show `wall` (a clock time, given as if it were UTC). The first lookup gives
 * roughly the real moment, the second the offset at that moment.
 */
export function timeInZone(zone: string, wall: number): number {
  return wall - zoneOffset(zone, wall - zoneOffset(zone, wall));
}
