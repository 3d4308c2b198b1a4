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
  /** How fast bodies have to arrive. */
  readonly minRate: MinRate;
  /** For metrics: forms that are being taken in, and bytes of those that were since the start. */
  stats(): { inProgress: number; bytes: number };
  /**
   * Reads a form that a browser without scripts posted, by the same rules, and never rejects for what is wrong with it: the
   * page is to be shown again with what was typed. Resolves when as much of the body was read as ever will be.
   */
  readPageForm(req: Request, res: Response, policy: UploadPolicy): Promise<ReadPageForm>;
}

/** A form that a page posted, as far as it could be read. */
export interface ReadPageForm {
  parts: readonly Part[];
  /** Everything that is wrong with it; a form with any goes nowhere. */
  problems: readonly AppError[];
  /** Keeps the form's files until this has ended, whatever becomes of the browser meanwhile. */
  keepFiles<Result>(work: Promise<Result>): Promise<Result>;
}

const busyRetrySeconds = 5;

/** A CV that is too large costs the visitor nothing that was typed: the body is read past it, to this many bytes. */
const maxPageFormBytes = 64 * MIB;

/**
 * The upload gate (docs/architecture.md §5): a form of a row with an upload policy is read whole onto disk and judged; what
 * passes stands as `parts` on the call, for the forwarder. Temporary files of a crashed process are swept here.
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
      // The browser may have left while the session was opened; then no `close` comes that would free anything.
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
          // With a length the rest of the body is known to be bounded, and is read to its end.
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
        // Texts are small, so there is room for those of some more; past that the browser still has them.
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
        // What ended the reading matters only where nothing was wrong before.
        if (problems.length === 0) problems.push(error);
      });
      return form;
    },
  };
}

function busy(): AppError {
  return new AppError('upload.busy', 503, { headers: { 'Retry-After': String(busyRetrySeconds) } });
}
