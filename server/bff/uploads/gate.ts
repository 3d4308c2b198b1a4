import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { callOf } from '../call.ts';
import { allowanceOf } from './allowance.ts';
import { announcedLength, lingerThenClose, type Pace, usualPace, welcomeBody } from './body.ts';
import { openTempFolders } from './files/temp-folders.ts';
import { rebuildForm } from './form/rebuild.ts';
import { receiveForm } from './form/receive-form.ts';
import { createSlots } from './slots.ts';

export interface UploadGate {
  readonly pass: RequestHandler;
  /** How fast bodies have to come. */
  readonly pace: Pace;
}

const busyRetrySeconds = 5;

/**
 * The upload gate (DESIGN §5): a form of a row with an upload policy is read whole onto disk and judged; what passes
 * stands as `upload` on the call, for the forwarder. Temporary files of a crashed process are swept here.
 */
export async function createUploadGate(
  config: Config,
  log: Logger,
  pace: Pace = usualPace,
): Promise<UploadGate> {
  const allowance = allowanceOf(config, pace);
  const folders = await openTempFolders(join(config.DATA_DIR, 'tmp', 'uploads'), log);
  const slots = createSlots(config.UPLOAD_CONCURRENCY);
  return {
    pace,
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
        const headers = { 'Retry-After': String(busyRetrySeconds) };
        next(new AppError('upload.busy', 503, { headers }));
        return;
      }
      const folder = folders.forResponse(res);
      welcomeBody(req, res);
      receiveForm(req, res, policy, allowance, folder).then(
        (parts) => {
          call.upload = rebuildForm(parts);
          if (!res.destroyed) next();
        },
        (error: unknown) => {
          // With a length the rest of the body is known to be bounded, and is read to its end.
          if (announcedLength(req) === undefined) lingerThenClose(req, res);
          next(error);
        },
      );
    },
  };
}
