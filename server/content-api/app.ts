import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Counts } from '../database/site/counts.ts';
import type { Db } from '../database/types.ts';
import { AppError } from '../errors.ts';
import type { FormTokens } from '../forms/form-tokens.ts';
import { applyHandlers } from './applicants/apply-routes.ts';
import { applicantDeskHandlers } from './applicants/desk-routes.ts';
import { applicantHandlers } from './applicants/routes.ts';
import { accountHandlers } from './auth/account-routes.ts';
import { passwordHandlers } from './auth/change-password.ts';
import { authHandlers } from './auth/routes.ts';
import { type SecondStepSettings, secondStepHandlers } from './auth/second-step/handlers.ts';
import type { Tokens } from './auth/tokens.ts';
import {
  type BehindHost,
  countsBehind,
  handlersBehind,
  identifyByPass,
  refuseStrangers,
  refuseWithoutKey,
} from './behind-host.ts';
import { blogHandlers } from './blogs/routes.ts';
import { type Aliases, answerCalls, type Handlers } from './calls.ts';
import { candidateMailHandlers } from './candidate-mails/routes.ts';
import { categoryHandlers } from './categories/routes.ts';
import { answerErrors } from './errors.ts';
import { findHandlers } from './find/routes.ts';
import { jobHandlers } from './jobs/routes.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FormReader } from './media/form.ts';
import { serveMedia } from './media/serve.ts';
import type { FileStorage } from './media/storage/file-storage.ts';
import type { MediaStore } from './media/store.ts';
import { answerHandlers } from './messages/answers-routes.ts';
import { messageFormHandlers } from './messages/form-routes.ts';
import { messageHandlers } from './messages/routes.ts';
import { savedAnswerHandlers } from './messages/saved-answers-routes.ts';
import { accountLinkHandlers } from './people/link-routes.ts';
import { peopleHandlers } from './people/routes.ts';
import { pictureHandlers } from './pictures/routes.ts';
import { previewHandlers } from './previews/routes.ts';
import { projectHandlers } from './projects/routes.ts';
import { scheduleHandlers } from './schedule/routes.ts';
import type { Scheduler } from './schedule/scheduler.ts';
import { teamHandlers } from './team/routes.ts';
import { trash } from './trash/registry.ts';
import { trashHandlers } from './trash/trash.ts';
import { versionHandlers } from './versions/routes.ts';
import { visitorHandlers } from './visitors/routes.ts';

/** What startContentApi constructs and the engine's passes need. */
export interface EngineDependencies {
  db: Db;
  tokens: Tokens;
  media: MediaStore;
  storage: FileStorage;
  readForm: FormReader;
  formTokens: FormTokens;
  outbox: Outbox;
  counts: Counts;
  scheduler: Scheduler;
  /** UPLOAD_TEXT_MAX_BYTES. */
  richTextBytes: number;
  /** The name of the company. */
  company: string;
  secondStep: SecondStepSettings;
  /** PUBLIC_URL as it was set: links in mails are made of nothing else. */
  linksFrom: URL | undefined;
  /** Whether mails go out, or wait. */
  mailsAreSent: boolean;
  aliases: Aliases;
  /** Who sends it is believed about forms (`Receipt`). */
  assertion?: string | undefined;
  /** Beside an API host, which signs people in. */
  behind?: BehindHost | undefined;
  /** Answers nobody who does not bring it (`isKey`), where it answers everything. */
  key?: string | undefined;
  /** Hears of what may have changed something. */
  onChange?: (() => void) | undefined;
  log: Logger;
}

/** The engine's life of a request: stored files, calls of the contract, errors in the envelope. */
export function createEngineApp(deps: EngineDependencies): Express {
  const {
    db,
    tokens,
    media,
    storage,
    readForm,
    formTokens,
    outbox,
    counts,
    richTextBytes,
    company,
    aliases,
    assertion,
    behind,
    key,
    onChange,
    log,
  } = deps;
  const secondStep = secondStepHandlers({ ...deps, settings: deps.secondStep });
  const app = express();
  // Whatever NODE_ENV is: no stack in an answer of Express's own making.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Files keep their validators; answers get none, since the BFF may change what they hold.
  app.set('etag', () => undefined);

  if (behind) app.use(refuseStrangers(behind));
  else if (key !== undefined) app.use(refuseWithoutKey(key));
  app.use(serveMedia(storage));
  const handlers: Handlers = {
    ...authHandlers(db, tokens, secondStep.steps),
    ...secondStep.handlers,
    ...passwordHandlers(db, tokens, company, counts),
    ...accountHandlers(db, tokens),
    ...peopleHandlers(deps),
    ...accountLinkHandlers(deps),
    ...categoryHandlers(db, media),
    ...projectHandlers(db, media),
    ...blogHandlers(db, media),
    ...jobHandlers(db),
    ...applicantHandlers(db, media),
    ...applicantDeskHandlers(db),
    ...applyHandlers({ media, formTokens, outbox, counts }),
    ...teamHandlers(db, media),
    ...messageHandlers(db),
    ...savedAnswerHandlers(db),
    ...answerHandlers(db, outbox),
    ...messageFormHandlers({ db, formTokens, outbox, counts }),
    ...candidateMailHandlers({ db, outbox, company }),
    ...trashHandlers(db, media, trash),
    ...findHandlers(db, behind && countsBehind(behind)),
    ...pictureHandlers(db, media),
    ...versionHandlers(db),
    ...previewHandlers(db),
    ...scheduleHandlers(db, deps.scheduler.planned),
    ...visitorHandlers(formTokens),
  };
  app.use(
    answerCalls(
      db,
      behind ? handlersBehind(behind, handlers) : handlers,
      behind ? identifyByPass(db) : (req, address) => tokens.bearer(req.headers.authorization, address),
      readForm,
      richTextBytes,
      aliases,
      assertion,
      onChange,
    ),
  );
  app.use(() => {
    throw new AppError('request.notFound', 404);
  });
  app.use(answerErrors(log));
  return app;
}
