/** A time series as Prometheus would have it. */
export interface Series {
  name: string;
  labels: Record<string, string>;
}

const functions = new Set([
  ...['rate', 'increase', 'delta', 'changes', 'histogram_quantile', 'time'],
  ...['sum', 'min', 'max', 'avg', 'count', 'topk', 'absent'],
]);
const words = new Set(['by', 'without', 'or', 'and', 'unless', 'on', 'ignoring', 'bool', 'offset']);
/** Labels that Prometheus adds to all series that it scrapes. */
const ofTarget = new Set(['job', 'instance']);

/**
 * Returns what is wrong with a PromQL expression, as far as that can be checked without Prometheus: names and labels
 * that no series has, unknown functions, brackets; and labels of a legend (`{{name}}`) that the result does not have.
 */
export function problemsOf(expr: string, series: readonly Series[], legend = ''): string[] {
  const problems: string[] = [];
  if (!isBalanced(expr)) problems.push('brackets do not match');
  const asked = new Set<string>();
  const grouped: string[] = [];
  // Removes groupings first: their labels look like names of series.
  const rest = expr.replace(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_all, labels: string) => {
    grouped.push(...labels.split(',').map((label) => label.trim()));
    return ' ';
  });
  const names = /([a-zA-Z_:][\w:]*)\s*(\(|\{[^}]*\})?(?:\[[^\]]*\])?/g;
  for (const [, name = '', after = ''] of rest.replace(/\[[^\]]*\]/g, '').matchAll(names)) {
    if (after === '(') {
      if (!functions.has(name)) problems.push(`no function ${name}`);
    } else if (!words.has(name)) {
      const found = seriesOf(name, after, series);
      if (found.length === 0) problems.push(`no series ${name}${after}`);
      for (const { labels } of found) for (const label of Object.keys(labels)) asked.add(label);
    }
  }
  for (const label of grouped) if (!asked.has(label)) problems.push(`no label ${label}`);
  const answered = /\b(?:sum|min|max|avg|count)\b/.test(expr) ? new Set(grouped) : asked;
  for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g))
    if (!answered.has(label)) problems.push(`the legend has no label ${label}`);
  return problems;
}

function seriesOf(name: string, braces: string, series: readonly Series[]): Series[] {
  // Only Prometheus knows if a target answers.
  if (name === 'up') return [{ name, labels: {} }];
  const matchers = [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
  return series.filter(
    (each) =>
      each.name === name &&
      matchers.every(([, label = '', sign = '=', value = '']) => {
        if (ofTarget.has(label)) return true;
        const actual = each.labels[label];
        if (actual === undefined) return false;
        const isSame = sign.endsWith('~')
          ? new RegExp(`^(?:${value})$`).test(String(actual))
          : actual === value;
        return sign.startsWith('!') ? !isSame : isSame;
      }),
  );
}

function isBalanced(expr: string): boolean {
  let depth = 0;
  for (const letter of expr.replace(/"[^"]*"/g, '')) {
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
