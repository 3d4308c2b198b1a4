import type { Logger } from 'pino';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Counts } from '../database/site/counts.ts';
import type { Db } from '../database/types.ts';
import type { FormTokens } from '../forms/form-tokens.ts';
import { applyHandlers } from './applicants/apply-routes.ts';
import { applicantDeskHandlers } from './applicants/desk-routes.ts';
import { applicantHandlers } from './applicants/routes.ts';
import { accountHandlers } from './auth/account-routes.ts';
import { passwordHandlers } from './auth/change-password.ts';
import { authHandlers } from './auth/routes.ts';
import { type SecondStepSettings, secondStepHandlers } from './auth/second-step/handlers.ts';
import type { Tokens } from './auth/tokens.ts';
import { blogHandlers } from './blogs/routes.ts';
import { answerCalls, type Handlers } from './calls.ts';
import { candidateMailHandlers } from './candidate-mails/routes.ts';
import { categoryHandlers } from './categories/routes.ts';
import { errorReply } from './errors.ts';
import type { HandleCall } from './exchange.ts';
import { findHandlers } from './find/routes.ts';
import { type HybridRows, hybridCounts, hybridHandlers, identifyByPrincipal } from './hybrid-handlers.ts';
import { jobHandlers } from './jobs/routes.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FormReader } from './media/form.ts';
import { mediaReply } from './media/serve.ts';
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
import { type SampleContent, sampleHandlers } from './sample-handlers.ts';
import { scheduleHandlers } from './schedule/routes.ts';
import type { Scheduler } from './schedule/scheduler.ts';
import { teamHandlers } from './team/routes.ts';
import { trash } from './trash/registry.ts';
import { trashHandlers } from './trash/trash.ts';
import { versionHandlers } from './versions/routes.ts';
import { visitorHandlers } from './visitors/routes.ts';

/** The parts that openContentApi constructs for the calls. */
interface EngineDependencies {
  db: Db;
  tokens: Tokens;
  media: MediaStore;
  storage: FileStorage;
  readForm: FormReader;
  formTokens: FormTokens;
  outbox: Outbox;
  counts: Counts;
  scheduler: Scheduler;
  site: LiveSite;
  secondStep: SecondStepSettings;
  /** PUBLIC_URL as configured; the only base of links in mails. */
  linksFrom: URL | undefined;
  /** True if mails are sent; false if they wait in the outbox. */
  mailsAreSent: boolean;
  /** The secret of a trusted caller: with it, the caller's statements about a form are accepted (`Receipt`). */
  assertion?: string;
  /** Set in hybrid mode, where an API host signs people in: the calls that the engine answers. */
  behind?: HybridRows;
  /** Loads the code of the sample content. */
  openSample: () => Promise<SampleContent>;
  /** Called after every call that may have changed something. */
  onChange?: () => void;
  log: Logger;
}

/**
 * Makes the function that handles engine calls: it serves stored files, answers calls of the contract, and returns
 * errors in the envelope.
 */
export function createEngine(deps: EngineDependencies): HandleCall {
  const {
    db,
    tokens,
    media,
    storage,
    readForm,
    formTokens,
    outbox,
    counts,
    site,
    assertion,
    behind,
    onChange,
    log,
  } = deps;
  const company = () => site().name;
  const secondStep = secondStepHandlers({ ...deps, company, settings: deps.secondStep });
  const handlers: Handlers = {
    ...authHandlers(db, tokens, secondStep.steps),
    ...secondStep.handlers,
    ...passwordHandlers(db, tokens, company, counts),
    ...accountHandlers(db, tokens),
    ...peopleHandlers(deps),
    ...accountLinkHandlers({ ...deps, company }),
    ...categoryHandlers(db, media, site),
    ...projectHandlers(db, media),
    ...blogHandlers(db, media),
    ...jobHandlers(db, site),
    ...applicantHandlers(db, media),
    ...applicantDeskHandlers(db),
    ...applyHandlers({ media, formTokens, outbox, counts }),
    ...teamHandlers(db, media),
    ...messageHandlers(db),
    ...savedAnswerHandlers(db),
    ...answerHandlers(db, outbox),
    ...messageFormHandlers({ db, formTokens, outbox, counts }),
    ...candidateMailHandlers({ db, outbox, site }),
    ...trashHandlers(db, media, trash),
    ...findHandlers(db, behind && hybridCounts(behind)),
    ...pictureHandlers(db, media),
    ...versionHandlers(db, site),
    ...previewHandlers(db, site),
    ...scheduleHandlers(db, deps.scheduler),
    ...visitorHandlers(formTokens),
    ...sampleHandlers(deps.openSample),
  };
  const answer = answerCalls(
    db,
    behind ? hybridHandlers(behind, handlers) : handlers,
    behind
      ? identifyByPrincipal(db)
      : ({ headers }, address) => tokens.bearer(headers.authorization, address),
    readForm,
    assertion,
    onChange,
  );
  return async (request) => {
    try {
      const isCall = request.row !== undefined;
      const reply = (isCall ? undefined : await mediaReply(storage, request)) ?? (await answer(request));
      // HEAD has the headers of GET (RFC 9110 §9.3.2).
      return request.method === 'HEAD' ? { status: reply.status, headers: reply.headers } : reply;
    } catch (error) {
      request.signal.throwIfAborted();
      return errorReply(error, log);
    }
  };
}
