import type { Request, Response } from 'express';
import { networkOf } from '../../limiter.ts';

/** A limited number of concurrent uploads, of which no visitor can occupy all. */
export interface Slots {
  /**
   * Holds a slot until the response closes; false if there is none for this caller. With `hasSession` it may be one
   * of those reserved for signed-in users.
   */
  hold(req: Request, res: Response, hasSession?: boolean): boolean;
  /** Number of slots in use. */
  taken(): number;
}

/** Returns how many of `count` slots visitors may hold, in total and per address. */
export function sharesOf(count: number): { visitors: number; address: number } {
  // Visitors who fill every slot that they can get must not block an admin.
  const keptForSessions = count === 1 ? 0 : Math.max(1, Math.floor(count / 4));
  return {
    visitors: count - keptForSessions,
    // A household or an office may send a few at a time, but not fill all visitors' slots.
    address: Math.max(1, Math.floor((count * 3) / 8)),
  };
}

export function createSlots(count: number): Slots {
  const most = sharesOf(count);
  let taken = 0;
  let visitors = 0;
  const byAddress = new Map<string, number>();

  return {
    taken: () => taken,
    hold(req, res, hasSession = false) {
      if (taken >= count) return false;
      if (hasSession) {
        taken += 1;
        res.once('close', () => {
          taken -= 1;
        });
        return true;
      }
      const address = addressOf(req);
      const held = byAddress.get(address) ?? 0;
      if (visitors >= most.visitors || held >= most.address) return false;
      taken += 1;
      visitors += 1;
      byAddress.set(address, held + 1);
      res.once('close', () => {
        taken -= 1;
        visitors -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      });
      return true;
    },
  };
}

/** The visitor's address, as determined by TRUST_PROXY. */
function addressOf(req: Request): string {
  return networkOf(req.ip ?? 'gone');
}
