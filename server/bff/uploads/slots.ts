import type { Response } from 'express';

/** A bounded number of uploads at once. */
export interface Slots {
  /** Holds a slot until the response closes; false when all are taken. */
  hold(res: Response): boolean;
}

export function createSlots(count: number): Slots {
  let taken = 0;
  return {
    hold(res) {
      if (taken >= count) return false;
      taken += 1;
      res.once('close', () => {
        taken -= 1;
      });
      return true;
    },
  };
}
