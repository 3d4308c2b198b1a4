import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { type SharedKind, studioShareImage } from '#shared/share-image.ts';
import { addressInShort } from '#shared/site/contact-links.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { publicContent } from '../content/public-content.ts';
import { type ServedFile, servedFile, serveFiles } from '../files/served-file.ts';
import type { OpenReads } from '../public-reads.ts';
import { type Card, drawCard } from './card.ts';
import { createSlots } from './slots.ts';

interface ShareImagesOptions {
  openReads: OpenReads;
  info: SiteInfo;
}

const kickers: Record<SharedKind, string> = {
  post: 'Publishing',
  project: 'Portfolio',
  job: 'Open position',
};

/** Bytes of cards in memory: some hundreds. */
const cacheBytes = 24 * 1024 * 1024;
/** How long others may keep a card, in seconds: a changed title is seen within the hour. */
const maxAge = 3600;
/** How long the read of a title may take, in milliseconds. */
const readMs = 5_000;

/**
 * GET /share/{post|project|job}/{id}.png and /share/studio.png: the images that links to the site are shown with. Each asks the
 * API host for its title as a visitor would, so what is taken down is 404 here too; the drawing itself is kept.
 */
export function serveShareImages({ openReads, info }: ShareImagesOptions): RequestHandler {
  const { site } = info;
  const draw = drawer();

  return serveFiles((path) => {
    if (path === studioShareImage) {
      const kicker = addressInShort(site.address);
      return () =>
        draw({ seed: 'naqsh', palette: 'lapis', kicker, title: site.tagline, wordmark: site.short_name });
    }
    const [, kind, id] = /^\/share\/(post|project|job)\/([1-9]\d{0,14})\.png$/.exec(path) ?? [];
    if (!isKind(kind)) return undefined;
    return async (req, res) => {
      const title = await publicContent.titles[kind](openReads(req, res, { ms: readMs }), Number(id));
      return draw({ seed: `${kind}-${id}`, kicker: kickers[kind], title, wordmark: site.short_name });
    };
  });
}

/** Draws each card once, also when many ask for it at the same time. */
function drawer(): (card: Card) => Promise<ServedFile> {
  const cards = new LRUCache<string, ServedFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length,
  });
  const drawing = new Map<string, Promise<ServedFile>>();
  const inSlot = createSlots(2, 24);
  return async (card) => {
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
    const kept = cards.get(key) ?? drawing.get(key);
    if (kept) return kept;
    const file = inSlot(async () => ({
      ...servedFile(await drawCard(card), 'image/png', maxAge),
      forOtherSites: true,
    }));
    drawing.set(key, file);
    try {
      cards.set(key, await file);
    } finally {
      drawing.delete(key);
    }
    return file;
  };
}

function isKind(kind: string | undefined): kind is SharedKind {
  return kind !== undefined && Object.hasOwn(kickers, kind);
}
