import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { html, type Markup } from '#shared/markup.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { recordPage } from '#shared/record-page.ts';
import { type PreviewResource, shownPreviewSchema } from '#shared/schemas/preview.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { type Language, localeOf } from '#shared/words/language.ts';
import { presentAnswer } from '../../bff/reads/present.ts';
import { rewriteRules } from '../../bff/upstream/addresses.ts';
import { unusableAnswer } from '../../bff/upstream/answers.ts';
import { disconnectSignal } from '../../bff/upstream/exchange.ts';
import type { Upstream } from '../../bff/upstream/upstream.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Pages } from '../document.ts';
import { renderInert } from '../site-preview.ts';
import type { LinkPage } from './serve-links.ts';

export interface PreviewPageOptions {
  pages: Pages | undefined;
  info: LiveInfo;
  upstream: Upstream;
  publicUrl: URL;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
}

/** True for the call from which a public page takes one record of this kind. */
function isReadOf(row: ContractRow | undefined, resource: PreviewResource) {
  return row?.resource === resource && row.id === resource && row.access === 'public';
}

/**
 * Creates the page that shows a draft as visitors will see it: the public page at its own address, with the draft in
 * place of the stored record. All other content is what a visitor could read. The page has no scripts.
 */
export function previewPage({ pages, info, upstream, publicUrl, config }: PreviewPageOptions): LinkPage {
  const rules = rewriteRules(publicUrl.host, upstream, config);
  return {
    async show({ secret, ask, req, res }) {
      const found = await ask(contract.openPreview, { secret });
      if (found?.status !== 200) return undefined;
      const signal = disconnectSignal(res);
      // Inline images stay in the text, because this site serves no files for images of a draft.
      await presentAnswer(found.envelope, contract.openPreview, rules, { signal });
      const parsed = shownPreviewSchema.safeParse(found.envelope.data);
      if (!parsed.success) throw unusableAnswer(parsed.error);
      if (!pages) throw new AppError('answer.busy', 503);
      const { resource, entity } = parsed.data;
      const visitors = pages.openReads(req, res, { ms: pages.readsMs });
      const reads: PublicReads = async (target, end) => {
        const read = matchContract('GET', target);
        const isDraft = isReadOf(read.row, resource) && read.params.id === String(entity.id);
        return isDraft ? { status: 200, body: { status: 1, data: entity } } : visitors(target, end);
      };
      const page = await renderInert(pages, recordPage(resource, entity.id) ?? '/', { reads, signal });
      if (!page) return { status: 503, document: pages.notices.busy, headers: { 'Retry-After': '10' } };
      const head = `${/<title>[^<]*<\/title>/.exec(page.head)?.[0] ?? ''}${metas}`;
      const made = pages.makeHtml({ ...page, head });
      const note = noteOf(parsed.data, wordsOf(info().site.language)).text;
      return { status: page.status, document: made.replace('<div id="root">', (root) => note + root) };
    },
  };
}

const metas = '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">';

type ShownPreview = ReturnType<typeof shownPreviewSchema.parse>;

/** Returns the note above the previewed page. */
function noteOf({ own, updated_at, expires_at, resource }: ShownPreview, words: ReturnType<typeof wordsOf>) {
  const style =
    'box-sizing:border-box;padding:.5rem 1rem;background:#1b1b1f;color:#fff;font:.9375rem/1.5 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere';
  const draft = words.parts<'preview.draft', Markup>('preview.draft', {
    moment: momentText(updated_at, words.language),
    strong: (text) => html`<strong>${text.map(asMarkup)}</strong>`,
  });
  const until = words(own === 1 ? 'preview.own' : 'preview.shared', {
    moment: momentText(expires_at, words.language),
  });
  return html`<aside aria-label="${words('preview.label')}" style="${style}">${draft.map(asMarkup)} ${until}${resource === 'job' && ` ${words('preview.formOff')}`}</aside>`;
}

function asMarkup(part: string | Markup) {
  return typeof part === 'string' ? html`${part}` : part;
}

/** Formats a time in UTC and with "UTC", because the reader's time zone is not known. */
function momentText(iso: string, language: Language) {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(iso))} UTC`;
}
