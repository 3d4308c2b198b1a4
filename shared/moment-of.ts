/**
 * The moment that a text of an API host means: ISO, a day, or "2026-11-20 09:30:00" as many databases write it, which is taken as
 * UTC. Undefined for anything else.
 */
export function momentOf(text: string | null | undefined): Date | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text?.trim() ?? '',
  );
  if (!found) return undefined;
  const [, day, time = '00:00', zone = 'Z'] = found;
  const moment = new Date(`${day}T${time}${/^[+-]\d{4}$/.test(zone) ? zone.replace(/\d\d$/, ':$&') : zone}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
