/**
 * Returns the milliseconds of a Retry-After header field, which contains seconds or a date (RFC 9110 §10.2.3);
 * undefined without a usable value, and at most 0 for a past date. `today` is milliseconds since 1970.
 */
export function retryAfterMs(header: string | string[] | undefined, today: number): number | undefined {
  const text = [header ?? []].flat()[0]?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - today;
  return Number.isNaN(ms) ? undefined : ms;
}
