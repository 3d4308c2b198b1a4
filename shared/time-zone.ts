const formats = new Map<string, Intl.DateTimeFormat>();

/** True for the name of a time zone (IANA), such as UTC or Asia/Karachi. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns by how many milliseconds a zone is ahead of UTC at a given time. */
export function zoneOffset(zone: string, at: number): number {
  if (zone === 'UTC') return 0;
  const shown = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the time at which clocks of a zone show `wall` (a clock time, given as if it were UTC). The first lookup gives
 * roughly the real moment, the second the offset at that moment.
 */
export function timeInZone(zone: string, wall: number): number {
  return wall - zoneOffset(zone, wall - zoneOffset(zone, wall));
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const clock = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: two, day: two },
    ...clock,
    timeZone: zone,
  });
  formats.set(zone, format);
  return format;
}
