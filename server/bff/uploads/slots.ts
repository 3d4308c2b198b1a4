import type { Request, Response } from 'express';
import { networkOf } from '../../limiter.ts';

/** Returns how many of `count` slots visitors may hold, in total and per IP address. */
function sharesOf(count: number): { visitors: number; address: number } {
  // Number of slots reserved for sessions, so that visitors who fill all other slots do not block an admin.
  const keptForSessions = count === 1 ? 0 : Math.max(1, Math.floor(count / 4));
  return {
    visitors: count - keptForSessions,
    // A household or an office shares one IP address. It may send a few forms at a time, but not fill all visitors'
    // slots.
    address: Math.max(1, Math.floor((count * 3) / 8)),
  };
}

/** A limited number of slots for concurrent uploads. No single visitor can occupy all of them. */
export function createSlots(count: number) {
  const most = sharesOf(count);
  let taken = 0;
  let visitors = 0;
  const byAddress = new Map<string, number>();

  return {
    /** Returns the number of slots in use. */
    taken: () => taken,
    /**
     * Takes a slot until the response closes; false if there is none for this caller. With `hasSession` the slot may be
     * one of those reserved for signed-in users.
     */
    hold(req: Request, res: Response, hasSession = false): boolean {
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

/**
 * Returns the network of the visitor's IP address (`networkOf`). Express determines that address with TRUST_PROXY.
 */
function addressOf(req: Request): string {
  return networkOf(req.ip ?? 'gone');
}
