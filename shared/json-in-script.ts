/** Returns JSON for a `<script>` of a page: no `</script>` or `<!--` in a text can end the script. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
