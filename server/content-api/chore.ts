/** Work that is due every day. `run` gives what it removed, by kind; it may be run again at any time. */
export interface Chore {
  name: string;
  run(now: Date): Promise<Record<string, number>>;
}

export const dayMs = 24 * 60 * 60 * 1000;
