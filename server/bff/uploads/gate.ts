import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { UploadPolicy } from '#shared/contract/index.ts';
import { MIB, readableBytes } from '#shared/limits.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { allowanceOf, totalBytes } from '../../forms/allowance.ts';
import { type LenientReading, type Part, type ReadFormOptions, readForm } from '../../forms/read-form.ts';
import { openTempFolders } from '../../forms/temp-folders.ts';
import { defaultMinRate, type MinRate } from '../../http/min-rate.ts';
import { callOf } from '../call.ts';
import { announcedLength, enforceMinRate, lingerThenClose, sendContinue } from './body.ts';
import { createSlots } from './slots.ts';

export interface UploadGate {
  readonly pass: RequestHandler;
  /** Minimum rate at which bodies must arrive. */
  readonly minRate: MinRate;
  /** For metrics: number of forms being received, and bytes of all forms received since the start. */
  stats(): { inProgress: number; bytes: number };
  /**
   * Reads a form that a browser without scripts posted, by the same rules, and never rejects for an invalid form: the
   * page is shown again with the visitor's input. Resolves once no more of the body will be read.
   */
  readPageForm(req: Request, res: Response, policy: UploadPolicy): Promise<ReadPageForm>;
}

/** A form that a page posted, as far as it could be read. */
export interface ReadPageForm {
  parts: readonly Part[];
  /** All problems of the form; a form with any problem is not processed. */
  problems: readonly AppError[];
  /** Retains the form's files until this promise has settled, even if the browser leaves meanwhile. */
  keepFiles<Result>(work: Promise<Result>): Promise<Result>;
}

const busyRetrySeconds = 5;

/**
 * Maximum bytes that are read of a page's form. The body is read past a CV that is too large, so that the visitor's
 * other input is not lost.
 */
const maxPageFormBytes = 64 * MIB;

/**
 * The upload gate (server/bff/uploads/README.md): reads a form of a row with an upload policy completely onto disk and
 * checks it; an accepted form becomes `parts` of the call, for the forwarder. Temporary files of a crashed process
 * are deleted here.
 */
export async function createUploadGate(
  config: Config,
  log: Logger,
  minRate: MinRate = defaultMinRate,
): Promise<UploadGate> {
  const allowance = allowanceOf(config);
  const folders = await openTempFolders(join(config.DATA_DIR, 'tmp', 'uploads'), log);
  let bytes = 0;
  const slots = createSlots(config.UPLOAD_CONCURRENCY);
  const textSlots = createSlots(config.UPLOAD_CONCURRENCY);
  const readWithMinRate = (
    req: Request,
    res: Response,
    options: Pick<ReadFormOptions, 'policy' | 'folder' | 'lenient'>,
  ) => readForm(req, { ...options, allowance, watch: (end) => enforceMinRate(req, res, minRate, end) });
  return {
    minRate,
    stats: () => ({ inProgress: slots.taken() + textSlots.taken(), bytes }),
    pass(req, res, next) {
      const call = callOf(res);
      const policy = call.row?.upload;
      if (!policy) {
        next();
        return;
      }
      // The browser may have left while the session was opened; then no `close` event would free the slot.
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
          bytes += parts.reduce((sum, { size }) => sum + size, 0);
          call.keepFiles = folder.track;
          if (!res.destroyed) next();
        },
        (error: unknown) => {
          // With a length the rest of the body is limited, and is read to its end.
          if (announcedLength(req) === undefined) lingerThenClose(req, res);
          next(error);
        },
      );
    },

    async readPageForm(req, res, policy) {
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
        // Texts are small, so there are extra slots for forms read without files. Beyond those the form is not read;
        // the browser still has the input.
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
        // The error that ended the reading matters only if there was no problem before.
        if (problems.length === 0) problems.push(error);
      });
      return form;
    },
  };
}

function busy(): AppError {
  return new AppError('upload.busy', 503, { headers: { 'Retry-After': String(busyRetrySeconds) } });
}
