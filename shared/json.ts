/** True for an object with named values, as JSON has them: no list and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns JSON for a `<script>` of a page: no `</script>` or `<!--` in a text can end the script. */
export function jsonInScript(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The greatest nesting depth of objects and lists that is accepted in a file; real files have far less. */
const deepest = 100;

/**
 * Returns a problem that names the first field that is nested too deeply; undefined if there is none. Does not recurse,
 * so that it can check a value of any depth.
 */
export function problemOfNesting(value: unknown) {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inside] of Object.entries(value)) {
    let level: unknown[] = [inside];
    for (let depth = 1; level.length > 0; depth += 1) {
      if (depth > deepest) return `${name}: is nested more than ${deepest} deep`;
      level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    }
  }
  return undefined;
}

/**
 * True when a 2xx answer, such as that of a sign-in, reports success. A missing `status` counts as success, because
 * some hosts omit it. `success: false` and unknown values of `status` count as failure.
 */
export function saysSuccess(answer: unknown) {
  if (!isRecord(answer)) return true;
  const { status, success } = answer;
  if (success === false) return false;
  return status === undefined || status === null || successWords.has(status);
}

const successWords = new Set<unknown>([1, '1', 200, '200', true, 'ok', 'success']);
