/**
 * Returns the time that a Retry-After header states, in milliseconds from now. The header contains seconds or a date
 * (RFC 9110 §10.2.3). Undefined without a usable value; 0 or less for a date in the past. `today` is the current time
 * in milliseconds since 1970.
 */
export function retryAfterMs(header: string | string[] | undefined, today: number): number | undefined {
  const text = [header ?? []].flat()[0]?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - today;
  return Number.isNaN(ms) ? undefined : ms;
}
