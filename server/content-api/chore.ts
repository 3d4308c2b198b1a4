/** Daily work. `run` returns how much it removed, by kind; it may run again at any time. */
export interface Chore {
  name: string;
  run(now: Date): Promise<Record<string, number>>;
}

export const dayMs = 24 * 60 * 60 * 1000;
