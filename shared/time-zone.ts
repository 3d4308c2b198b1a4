const formats: Record<string, Intl.DateTimeFormat> = {};

/** Names a zone by its distance from UTC at a given time: "UTC+05:00", "UTC". */
export function zoneName(zone: string, at: number) {
  formats[zone] ??= new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return `${formats[zone].formatToParts(at).at(-1)?.value}`.replace(/GMT(\+00:00)?/, 'UTC');
}

/** Returns the time that clocks of a zone show at a given time, as if it were UTC. */
export function wallTime(zone: string, at: number) {
  // Some zones had an offset with seconds until 1930, which is cut off.
  return at - Date.parse(`1970-01-01T00:00${zoneName(zone, at).slice(3, 9) || 'Z'}`);
}

/**
 * Returns the time at which clocks of a zone show `wall` (a clock time, given as if it were UTC). The first lookup gives
 * roughly the real moment, the second the offset at that moment.
 */
export function timeInZone(zone: string, wall: number) {
  const near = 2 * wall - wallTime(zone, wall);
  return near + wall - wallTime(zone, near);
}
