import { parsePath, writeAt } from '../../../hosts/host-file/map-path.ts';
import { bareOf } from './prober.ts';

/** A line of the proposed host.json, and the call whose answer is the evidence for the line. */
export interface Evidence {
  at: string;
  value: unknown;
  because: string;
  /** False if the call of this line was not tried because it changes data. */
  tried: boolean;
}

export type Draft = ReturnType<typeof createDraft>;

/**
 * Creates a draft of host.json that collects the evidence for each line, and questions for the developers of the
 * host.
 */
export function createDraft(origin: string, root: string, questions: Set<string>) {
  const file: Record<string, unknown> & { calls: Record<string, unknown> } = {
    ...{ version: 1, root: origin + root },
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
    /**
     * Adds a call at a path of the host's origin. The draft gets the path relative to the root or, if the path is
     * outside the root, relative to the origin. The parameters of the path's query are written separately.
     */
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
