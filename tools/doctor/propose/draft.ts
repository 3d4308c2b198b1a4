import { parsePath, writeAt } from '../../../hosts/host-file/map-path.ts';
import { bareOf } from './prober.ts';

/** One line of the proposed file, and the call from which it is known. */
export interface Evidence {
  at: string;
  value: unknown;
  because: string;
  /** False for what was not tried, since it changes something. */
  tried: boolean;
}

export type Draft = ReturnType<typeof createDraft>;

/** host.json as it is written down, with the evidence of each line, and questions for the host's developers. */
export function createDraft(origin: string, root: string, questions: Set<string>) {
  const file: Record<string, unknown> & { calls: Record<string, unknown> } = {
    version: 1,
    root: origin + root,
    calls: {},
  };
  const lines = new Map<string, Evidence>();
  const put = (at: string, value: unknown, because: string, tried = true) => {
    writeAt(file, parsePath(at), value);
    lines.set(at, { at, value, because, tried });
  };
  return {
    file,
    lines,
    put,
    ask: (question: string) => void questions.add(question),
    /** A call at a path from the origin: written down below the root or from the origin, its query apart. */
    call(name: string, path: string, because: string, tried = true, more: object = {}): void {
      const isBelow = root === '' || path.startsWith(`${root}/`);
      const all = [...new URLSearchParams(path.split('?', 2)[1])];
      const query = all.filter(([, value]) => value === '{id}').map(([each]) => ['id', each]);
      const always = all.filter(([, value]) => value !== '{id}');
      const says = {
        path: isBelow ? bareOf(path).slice(root.length) : bareOf(path),
        ...(!isBelow && { from: 'origin' }),
        ...(query.length > 0 && { query: Object.fromEntries(query) }),
        ...(always.length > 0 && { add_query: Object.fromEntries(always) }),
        ...more,
      };
      put(`calls.${name}`, says, because, tried);
    },
  };
}
