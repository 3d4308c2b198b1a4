import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { FormTokens } from '../forms/form-tokens.ts';
import { applyHandlers } from './applicants/apply-routes.ts';
import { applicantHandlers } from './applicants/routes.ts';
import { passwordHandlers } from './auth/change-password.ts';
import { authHandlers } from './auth/routes.ts';
import type { Tokens } from './auth/tokens.ts';
import { blogHandlers } from './blogs/routes.ts';
import { type Aliases, answerCalls } from './calls.ts';
import { categoryHandlers } from './categories/routes.ts';
import type { Db } from './database/types.ts';
import { answerErrors } from './errors.ts';
import { jobHandlers } from './jobs/routes.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FormReader } from './media/form.ts';
import { serveMedia } from './media/serve.ts';
import type { MediaStore } from './media/store.ts';
import { messageFormHandlers } from './messages/form-routes.ts';
import { messageHandlers } from './messages/routes.ts';
import { projectHandlers } from './projects/routes.ts';
import { teamHandlers } from './team/routes.ts';
import { trash } from './trash/registry.ts';
import { trashHandlers } from './trash/trash.ts';
import { visitorHandlers } from './visitors/routes.ts';

/** What startContentApi constructs and the engine's passes need. */
export interface EngineDependencies {
  db: Db;
  tokens: Tokens;
  media: MediaStore;
  mediaDir: string;
  readForm: FormReader;
  formTokens: FormTokens;
  outbox: Outbox;
  /** UPLOAD_TEXT_MAX_BYTES. */
  richTextBytes: number;
  /** The name of the company. */
  company: string;
  aliases: Aliases;
  /** Who sends it is believed about forms (`Receipt`). */
  assertion?: string | undefined;
  log: Logger;
}

/** The engine's life of a request: stored files, calls of the contract, errors in the envelope. */
export function createEngineApp(deps: EngineDependencies): Express {
  const {
    db,
    tokens,
    media,
    mediaDir,
    readForm,
    formTokens,
    outbox,
    richTextBytes,
    company,
    aliases,
    assertion,
    log,
  } = deps;
  const app = express();
  // Whatever NODE_ENV is: no stack in an answer of Express's own making.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Files keep their validators; answers get none, since the BFF may change what they hold.
  app.set('etag', () => undefined);

  app.use(serveMedia(mediaDir));
  app.use(
    answerCalls(
      {
        ...authHandlers(db, tokens),
        ...passwordHandlers(db, tokens, company),
        ...categoryHandlers(db, media),
        ...projectHandlers(db, media),
        ...blogHandlers(db, media),
        ...jobHandlers(db),
        ...applicantHandlers(db, media),
        ...applyHandlers({ media, formTokens, outbox }),
        ...teamHandlers(db, media),
        ...messageHandlers(db),
        ...messageFormHandlers({ db, formTokens, outbox }),
        ...trashHandlers(db, trash),
        ...visitorHandlers(formTokens),
      },
      tokens,
      readForm,
      richTextBytes,
      aliases,
      assertion,
    ),
  );
  app.use(() => {
    throw new AppError('request.notFound', 404);
  });
  app.use(answerErrors(log));
  return app;
}
