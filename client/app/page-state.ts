import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageOutcome } from '#shared/page-forms.ts';
import { ApiError, type TranslatedError } from '../api/api-error.ts';
import type { PageQueryClient } from '../api/query-client.ts';
import { type RichTextSink, richTextAttribute } from '../ui/rich-text/RichText.tsx';
import { storedHtml } from '../ui/rich-text/readable-html.ts';

interface PlainError extends TranslatedError {
  status: number;
  data?: unknown;
}

/** The state of a server-rendered page. It is written into the page as JSON, and the browser hydrates from it. */
export interface PageState {
  /** The queries of the page, each with its data or its failure. */
  queries: { queryKey: QueryKey; data?: unknown; error?: PlainError }[];
  /** The outcome of a form that was posted to the page. */
  outcome?: PageOutcome;
}

/** Id of the script element that contains the state of the page. */
export const pageStateId = 'page-state';

/**
 * Rich texts up to this length are written into the state although the document contains them too, because finding a
 * short text in the document costs more than a shorter state saves.
 */
const shortText = 200;

/**
 * Collects the rich texts of a page while it is rendered. Equal texts are stored once. The index of a text is the
 * number by which the page's state refers to it.
 */
export function collectRichTexts(): RichTextSink & { texts: readonly string[] } {
  const texts: string[] = [];
  return {
    texts,
    keep(html) {
      if (html.length <= shortText) return undefined;
      const known = texts.indexOf(html);
      return known < 0 ? texts.push(html) - 1 : known;
    },
  };
}

/**
 * Placeholder in the state for a rich text that the document contains anyway. Without it, a text with megabytes of
 * inline images would be sent twice. `richText` is the number of the text.
 */
interface ShownText {
  richText: number;
}

/**
 * Returns the state of every finished query that the page shows. Failed queries are included: without them the
 * browser would replace the error on the page by a loading indicator. `texts` are the rich texts that the page shows.
 */
export function pageState(
  queries: PageQueryClient,
  texts: readonly string[] = [],
  outcome?: PageOutcome,
): PageState {
  const read = queries.getQueryCache().getAll();
  return {
    // Without times, equal content renders an identical page, so that the browser's cached copy stays valid (304).
    queries: read
      .filter((query) => query.state.status !== 'pending' && queries.shows(query))
      .map(({ queryKey, state: { data, error } }) => ({
        queryKey,
        data: withoutShownText(data, texts),
        error: error ? plainError(error) : undefined,
      })),
    outcome,
  };
}

/**
 * Restores the state of the page into `queries`, as if it had been read now. Rich texts are read from the document,
 * so this must be called before the document changes.
 */
export function restorePageState(queries: QueryClient, state: PageState, shown: Document) {
  const now = Date.now();
  for (const { queryKey, data, error: plain } of state.queries) {
    const error = plain ? new ApiError(plain.code, plain.status, plain) : null;
    const failed = error ? 1 : 0;
    queries.getQueryCache().build<unknown, Error>(
      queries,
      { queryKey },
      {
        data: withShownText(data, shown),
        dataUpdateCount: 1 - failed,
        dataUpdatedAt: failed ? 0 : now,
        error,
        errorUpdateCount: failed,
        errorUpdatedAt: failed ? now : 0,
        fetchFailureCount: failed,
        fetchFailureReason: error,
        fetchMeta: null,
        isInvalidated: false,
        status: error ? 'error' : 'success',
        fetchStatus: 'idle',
      },
    );
  }
}

function withoutShownText(data: unknown, texts: readonly string[]): unknown {
  if (!hasDescription(data) || typeof data.description !== 'string') return data;
  const richText = texts.indexOf(data.description);
  return richText < 0 ? data : { ...data, description: { richText } satisfies ShownText };
}

function withShownText(data: unknown, shown: Document): unknown {
  if (!hasDescription(data) || typeof data.description !== 'object' || data.description === null) return data;
  const { richText } = data.description as ShownText;
  const element = shown.querySelector(`[${richTextAttribute}="${richText}"]`);
  if (!element) throw new Error('The page lacks a text that its state refers to.');
  return { ...data, description: storedHtml(element) };
}

function hasDescription(data: unknown): data is { description: unknown } {
  return typeof data === 'object' && data !== null && 'description' in data;
}

function plainError(error: Error): PlainError {
  const { status, code, message, fieldErrors, data } =
    error instanceof ApiError ? error : new ApiError('request.failed', 0);
  return { status, code, message, fieldErrors, data };
}
