/** JSON for a `<script>` of a page: no `</script>` or `<!--` inside a text can end it. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
