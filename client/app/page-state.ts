import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import type { PageOutcome } from '#shared/page-forms.ts';
import { ApiError, type TranslatedError } from '../api/api-error.ts';
import { type RichTextSink, richTextAttribute } from '../ui/rich-text/RichText.tsx';
import { storedHtml } from '../ui/rich-text/readable-html.ts';

/** What a server-rendered page brings along, as JSON: the browser goes on from where the server was. */
export interface PageState {
  queries: DehydratedState;
  /** What became of a form that was posted to the page. */
  outcome?: PageOutcome;
}

/** The id of the script element that holds it. */
export const pageStateId = 'page-state';

interface PlainError extends TranslatedError {
  status: number;
  data?: unknown;
}

/** Shorter texts are repeated: looking for them would cost more than it saves. */
const shortText = 200;

/** The rich texts of a page that is being rendered, each once, by their numbers. */
export function keepRichTexts(): RichTextSink & { texts: readonly string[] } {
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

/** Stands in the state for a text that the document shows: inline images are megabytes, and need not come twice. */
interface ShownText {
  richText: number;
}

/**
 * Every query that has ended, in success or not: what the page says of a failure must not turn into a loader. `texts` are the rich
 * texts that the page shows.
 */
export function pageState(
  queries: QueryClient,
  texts: readonly string[] = [],
  outcome?: PageOutcome,
): PageState {
  const state = dehydrate(queries, { shouldDehydrateQuery: ({ state: { status } }) => status !== 'pending' });
  for (const query of state.queries) {
    query.state.error = plainError(query.state.error) as never;
    query.state.data = withoutShownText(query.state.data, texts);
    // The same content makes the same page, whenever it is rendered: then the browser's copy of it is still good (304).
    setTimes(query, 0);
  }
  return { queries: state, ...(outcome && { outcome }) };
}

/**
 * What the page brought is as old as the page, which came just now. Texts that the document shows are read from there. To be called
 * before anything changes them.
 */
export function restorePageState(queries: QueryClient, state: PageState, shown: Document): void {
  const now = Date.now();
  for (const query of state.queries.queries) {
    query.state.data = withShownText(query.state.data, shown);
    query.state.error = apiError(query.state.error);
    setTimes(query, now);
  }
  hydrate(queries, state.queries);
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
  if (!element) throw new Error('The page does not show a text that its state speaks of.');
  return { ...data, description: storedHtml(element) };
}

function hasDescription(data: unknown): data is { description: unknown } {
  return typeof data === 'object' && data !== null && 'description' in data;
}

function setTimes(query: DehydratedState['queries'][number], time: number): void {
  query.dehydratedAt = time;
  query.state.dataUpdatedAt = query.state.data === undefined ? 0 : time;
  query.state.errorUpdatedAt = query.state.error === null ? 0 : time;
}

function plainError(error: unknown): PlainError | null {
  if (error === null) return null;
  const { status, code, message, fieldErrors, data } =
    error instanceof ApiError ? error : new ApiError('request.failed', 0);
  return { status, code, message, fieldErrors, data };
}

function apiError(plain: unknown): ApiError | null {
  if (plain === null) return null;
  const { status, code, ...rest } = plain as PlainError;
  return new ApiError(code, status, rest);
}
