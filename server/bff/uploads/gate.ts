import { join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { networkOf } from '../../database/site/limiter.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/form-rules.ts';
import {
  type LenientReading,
  openTempFolders,
  type Part,
  type ReadFormOptions,
  readForm,
} from '../../forms/read-form.ts';
import { defaultMinRate, type MinRate } from '../../http/connections.ts';
import { callOf } from '../call.ts';
import { announcedLength, enforceMinRate, lingerThenClose, sendContinue } from './bodies.ts';

export type UploadGate = Awaited<ReturnType<typeof createUploadGate>>;

/** The readable part of a form that was posted to a page. */
export interface ReadPageForm {
  parts: readonly Part[];
  /** All problems of the form. A form with any problem is not processed. */
  problems: readonly AppError[];
  /** Keeps the form's files on disk until the promise has settled, even if the browser disconnects before. */
  keepFiles<Result>(work: Promise<Result>): Promise<Result>;
}

const busyRetrySeconds = 5;

/**
 * Maximum number of bytes that are read of a form posted to a page. This is more than a CV may have: reading
 * continues after a CV that is too large, so that the visitor's other input is not lost.
 */
const maxPageFormBytes = 64 * MIB;

/**
 * Creates the upload gate (server/bff/uploads/README.md), and deletes temporary files of a crashed process. The gate
 * receives the whole form of a row with an upload policy on disk, and checks it. The parts of an accepted form are
 * stored in the call, to be forwarded.
 */
export async function createUploadGate(config: Config, log: Logger, minRate: MinRate = defaultMinRate) {
  const allowance = allowanceOf(config);
  const folders = await openTempFolders(join(config.DATA_DIR, 'tmp', 'uploads'), log);
  const slots = createSlots(config.UPLOAD_CONCURRENCY);
  const textSlots = createSlots(config.UPLOAD_CONCURRENCY);
  const readWithMinRate = (
    req: Request,
    res: Response,
    options: Pick<ReadFormOptions, 'policy' | 'folder' | 'lenient'>,
  ) => readForm(req, { ...options, allowance, watch: (end) => enforceMinRate(req, res, minRate, end) });
  return {
    /** The lowest rate at which bodies may arrive. */
    minRate,
    pass(req: Request, res: Response, next: NextFunction): void {
      const call = callOf(res);
      const policy = call.row?.upload;
      if (!policy) {
        next();
        return;
      }
      // The browser may have disconnected while the session was opened. No `close` event would then free a slot, so
      // no slot is taken.
      if (res.destroyed) return;
      if (!slots.hold(req, res, call.session !== undefined)) {
        lingerThenClose(req, res);
        next(busy());
        return;
      }
      const folder = folders.forResponse(res);
      sendContinue(req, res);
      readWithMinRate(req, res, { policy, folder }).then(
        (parts) => {
          call.parts = parts;
          call.keepFiles = folder.track;
          if (!res.destroyed) next();
        },
        (error: unknown) => {
          // A body of known length is read to its end, because its size is limited. Only a body of unknown length is
          // cut off.
          if (announcedLength(req) === undefined) lingerThenClose(req, res);
          next(error);
        },
      );
    },

    /**
     * Reads a form that a browser without scripts posted to a page, by the same rules as a call. Does not reject if the
     * form is invalid, because the page is then shown again with the visitor's input. Resolves once no more of the body
     * will be read.
     */
    async readPageForm(req: Request, res: Response, policy: UploadPolicy): Promise<ReadPageForm> {
      const parts: Part[] = [];
      const problems: AppError[] = [];
      const folder = folders.forResponse(res);
      const form = { parts, problems, keepFiles: folder.track };
      const length = announcedLength(req);
      const total = totalBytes(policy, allowance);
      const maxBytes = Math.max(total, maxPageFormBytes);
      const hasRoom = slots.hold(req, res);
      if (!hasRoom) {
        problems.push(busy());
        // Forms that are read without their files are small, so there are extra slots for them. If these are taken
        // too, the form is not read; the visitor can send it again, because the browser still has the input.
        if (!textSlots.hold(req, res)) {
          lingerThenClose(req, res);
          return form;
        }
      } else if (length !== undefined && length > total) {
        problems.push(new AppError('upload.totalTooLarge', 413, { values: { limit: readableBytes(total) } }));
      }
      const lenient: LenientReading = {
        parts,
        problems,
        maxBytes,
        textsOnly: !hasRoom || (length ?? 0) > maxBytes,
      };
      sendContinue(req, res);
      await readWithMinRate(req, res, { policy, folder, lenient }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (length === undefined || length > maxBytes || !hasRoom) lingerThenClose(req, res);
        // The error that ended the reading is reported only if no problem was found before it: an earlier problem may
        // have caused it.
        if (problems.length === 0) problems.push(error);
      });
      return form;
    },
  };
}

function busy(): AppError {
  return new AppError('upload.busy', 503, { headers: { 'Retry-After': String(busyRetrySeconds) } });
}

/** A limited number of slots for concurrent uploads. No single visitor can occupy all of them. */
function createSlots(count: number) {
  // Slots reserved for sessions, so that visitors who fill all other slots do not block an admin.
  const reserved = count === 1 ? 0 : Math.max(1, Math.floor(count / 4));
  // A household or an office shares one network address. It may send a few forms at a time, but not fill all visitors'
  // slots.
  const share = Math.max(1, Math.floor((count * 3) / 8));
  /** For each taken slot the network address of its visitor, or `session`. */
  const taken: string[] = [];

  return {
    /**
     * Takes a slot until the response closes; false if there is none for this caller. With `hasSession` the slot may be
     * one of those reserved for signed-in users.
     */
    hold(req: Request, res: Response, hasSession = false): boolean {
      const holder = hasSession ? 'session' : networkOf(req.ip ?? 'gone');
      const visitors = taken.filter((each) => each !== 'session');
      const isFull =
        !hasSession &&
        (visitors.length >= count - reserved || visitors.filter((each) => each === holder).length >= share);
      if (taken.length >= count || isFull) return false;
      taken.push(holder);
      res.once('close', () => taken.splice(taken.indexOf(holder), 1));
      return true;
    },
  };
}
