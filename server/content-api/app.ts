import type { Logger } from 'pino';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { isDamaged, storageError } from '../database/errors.ts';
import { AppError } from '../errors.ts';
import type { FormTokens } from '../forms/form-tokens.ts';
import { applyHandlers } from './applicants/apply-routes.ts';
import { applicantDeskHandlers, applicantHandlers } from './applicants/routes.ts';
import { accountHandlers, authHandlers, createOwnAccount } from './auth/routes.ts';
import { secondStepHandlers } from './auth/second-step/handlers.ts';
import { blogSpecial } from './blogs/routes.ts';
import { answerCalls, type EngineReply, type HandleCall, type Handlers, jsonReply } from './calls.ts';
import { candidateMailHandlers } from './candidate-mails/routes.ts';
import { categoryHandlers, categorySpecial } from './categories/routes.ts';
import { contentHandlers } from './content/handlers.ts';
import type { EngineDependencies } from './dependencies.ts';
import { findHandlers } from './find/routes.ts';
import { hybridCounts, hybridHandlers, identifyByPrincipal } from './hybrid-handlers.ts';
import { jobHandlers, jobSpecial } from './jobs/routes.ts';
import { mediaReply } from './media/serve.ts';
import {
  answerHandlers,
  messageFormHandlers,
  messageHandlers,
  savedAnswerHandlers,
} from './messages/routes.ts';
import { accountLinkHandlers, peopleHandlers } from './people/routes.ts';
import { pictureHandlers } from './pictures/routes.ts';
import { previewHandlers } from './previews/routes.ts';
import { projectHandlers, projectSpecial } from './projects/routes.ts';
import { scheduleHandlers } from './schedule/routes.ts';
import { teamSpecial } from './team/routes.ts';
import { trashHandlers } from './trash/trash.ts';
import { versionHandlers } from './versions/routes.ts';

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
  const own = createOwnAccount(db, counts);
  const secondStep = secondStepHandlers(deps, own);
  const handlers: Handlers = {
    ...authHandlers(db, tokens, secondStep.askForStep),
    ...secondStep.handlers,
    ...accountHandlers(db, tokens, own, company),
    ...peopleHandlers(deps),
    ...accountLinkHandlers(deps),
    ...contentHandlers(db, media, {
      category: categorySpecial(site),
      project: projectSpecial(db),
      blog: blogSpecial(db),
      team_member: teamSpecial,
      job: jobSpecial,
    }),
    ...categoryHandlers(db),
    ...projectHandlers(db),
    ...jobHandlers(db, site),
    ...applicantHandlers(db, media),
    ...applicantDeskHandlers(db),
    ...applyHandlers({ media, formTokens, outbox, counts }),
    ...messageHandlers(db),
    ...savedAnswerHandlers(db),
    ...answerHandlers(db, outbox),
    ...messageFormHandlers({ db, formTokens, outbox, counts }),
    ...candidateMailHandlers({ db, outbox, site }),
    ...trashHandlers(db, media),
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

function visitorHandlers(formTokens: FormTokens): Handlers {
  return {
    async formToken() {
      return {
        data: {
          form_token: formTokens.issue(),
          min_seconds: limits.formMinSeconds,
          retention_months: limits.retentionMonths,
        },
      };
    },
  };
}

/** Answers the calls about the sample content. `open` loads its code, which most engines never need. */
function sampleHandlers(open: EngineDependencies['openSample']): Handlers {
  return {
    async getSample() {
      return { data: await (await open()).status() };
    },
    async removeSample() {
      const { removed, kept } = await (await open()).remove();
      const named = kept.map(({ resource, title, reason }) => ({ resource, title, reason }));
      return { data: { removed, kept: named }, message: 'sample.removed' };
    },
  };
}

/**
 * Returns the answer to an error: the envelope as an API host sends it (shared/contract/README.md, "Answers"),
 * without a stack and with the true HTTP status. The error code is sent only with `data`, because `data` cannot be
 * interpreted without the code.
 */
function errorReply(error: unknown, log: Logger): EngineReply {
  const known = error instanceof AppError ? error : storageError(error);
  if (isDamaged(error))
    log.error({ err: error }, 'content API: the database is damaged; restore a backup (docs/operations.md)');
  else if (!known) log.error({ err: error }, 'content API: unexpected error');
  else if (known.status === 507)
    log.error(
      { err: known.cause },
      'content API: the disk or the bucket of MEDIA_URL is full or cannot be written',
    );
  else if (known.code === 'storage.down')
    log.error({ err: known.cause }, 'content API: the bucket of MEDIA_URL fails');
  else if (known.code === 'storage.busy')
    log.error({ err: known.cause }, 'content API: another process has locked the database');
  else if (known.code === 'storage.away')
    log.error({ err: known.cause }, 'content API: the database cannot be reached');
  const body: Envelope = {
    status: 0,
    message: known?.message ?? messages['request.failed'],
    errors: known?.fields,
    ...(known?.data !== undefined && { code: known.code, data: known.data }),
  };
  const headers = Object.entries(known?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return jsonReply(known?.status ?? 500, body, Object.fromEntries(headers));
}
