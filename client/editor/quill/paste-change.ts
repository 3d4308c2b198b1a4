import { type DeltaStatic, Quill, type RangeStatic } from 'react-quill';

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/**
 * The change that puts `pasted` in the place of `range`, and where the cursor then stands. Whole lines that are pasted into
 * an empty one take it over: no empty line is left behind them, and the last of them keeps its own format.
 */
export function pasteChange(
  quill: Quill,
  range: RangeStatic,
  pasted: DeltaStatic,
): { change: DeltaStatic; end: number } {
  const change = new Delta().retain(range.index).delete(range.length);
  const last = pasted.ops.at(-1);
  const endsLine = typeof last?.insert === 'string' && last.insert.endsWith('\n');
  const isLines = pasted.ops.some(({ insert }) => typeof insert === 'string' && insert.includes('\n'));
  if (!isLines || !isEmptyLine(quill, range)) {
    return { change: change.concat(pasted), end: range.index + pasted.length() };
  }
  const kept = endsLine ? pasted.slice(0, pasted.length() - 1) : pasted;
  const before = quill.getFormat(range.index + range.length);
  const none = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  const format = { ...none, ...(endsLine ? last?.attributes : undefined) };
  return { change: change.concat(kept).retain(1, format), end: range.index + kept.length() };
}

/** True when nothing is left of the line, or lines, once the range is gone. */
function isEmptyLine(quill: Quill, { index, length }: RangeStatic): boolean {
  const startsLine = index === 0 || quill.getText(index - 1, 1) === '\n';
  return startsLine && quill.getText(index + length, 1) === '\n';
}
