/** Daily work that may run again at any time. `run` returns how much it removed, by kind. */
export interface Chore {
  name: string;
  run(now: Date): Promise<Record<string, number>>;
}

export const dayMs = 24 * 60 * 60 * 1000;
