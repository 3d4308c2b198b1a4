import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { type Id, idInAddress, readId } from '#shared/id.ts';
import type { BrandImage } from '#shared/schemas/site/brand.ts';
import type { Site } from '#shared/schemas/site.ts';
import { type ShareImageKind, studioShareImage } from '#shared/share-image.ts';
import { shortAddress } from '#shared/site/contact-links.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { themeOf } from '#shared/site/theme.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import type { StaticClient } from '../../http/static-client.ts';
import { createQueue } from '../../queue.ts';
import { publicContent } from '../content/public-content.ts';
import { type ServedFile, servedFile, serveFiles } from '../machine-files/served-file.ts';
import type { OpenReads } from '../public-reads.ts';
import { type Card, type CardLook, drawCard } from './card.ts';

interface ShareImagesOptions {
  openReads: OpenReads;
  info: SiteInfo;
  /** The files of the built client, including the company's pictures. */
  files: StaticClient['files'];
}

const kinds: readonly ShareImageKind[] = ['post', 'project', 'job'];

/** Maximum total size of the cached cards, in bytes; enough for some hundred cards. */
const cacheBytes = 24 * 1024 * 1024;
/** How long clients may cache a card, in seconds. A changed title is visible within an hour. */
const maxAge = 3600;
/** How long the read of a title may take, in milliseconds. */
const readMs = 5_000;

/** Matches the paths that `shareImagePath` returns. */
const contentImage = new RegExp(`^/share/(\\w+)/(${idInAddress})\\.png$`);

/**
 * Serves GET /share/{post|project|job}/{id}.png and /share/studio.png, the images that are shown with links to this
 * site. For each request the title is read from the API host as for a visitor, so that the image of removed content
 * is 404 too. The drawing itself is cached.
 */
export function serveShareImages({ openReads, info, files }: ShareImagesOptions): RequestHandler {
  const { site } = info;
  let drawn = { brand: site.brand, draw: drawer(lookOf(site, files)) };
  /** Draws a card in the look of the present company. */
  const draw = (card: Card) => {
    if (drawn.brand !== site.brand) drawn = { brand: site.brand, draw: drawer(lookOf(site, files)) };
    return drawn.draw(card);
  };

  return serveFiles((path) => {
    if (path === studioShareImage) return () => draw(companyCard(site));
    const [, kind, idText] = contentImage.exec(path) ?? [];
    const id = readId(idText);
    if (!isKind(kind) || id === undefined) return undefined;
    return async (req, res) => {
      const title = await publicContent.titles[kind](openReads(req, res, { ms: readMs }), id);
      return draw(contentCard(site, kind, id, title));
    };
  });
}

/** Returns the card for every page that has no card of its own. Without a tagline, its title is the company's name. */
export function companyCard(site: Site): Card {
  return {
    seed: site.short_name.toLowerCase(),
    palette: 'accent',
    kicker: site.address ? shortAddress(site.address) : '',
    title: site.tagline ?? site.name,
    wordmark: site.tagline ? wordmarkOf(site) : '',
    direction: directionOfLanguage(site.language),
  };
}

/** Returns the card of a post, a project or a job. */
export function contentCard(site: Site, kind: ShareImageKind, id: Id, title: string): Card {
  return {
    seed: `${kind}-${id}`,
    kicker: wordsOf(site.language)(`share.${kind}`),
    title,
    wordmark: wordmarkOf(site),
    direction: directionOfLanguage(site.language),
  };
}

function wordmarkOf({ short_name, brand }: Site): string {
  return brand.logo && !brand.logo_with_name ? '' : short_name;
}

function lookOf({ brand }: Site, files: StaticClient['files']): CardLook {
  const bytesOf = (image: BrandImage | undefined) => image && files.get(image.src)?.variants.identity.body;
  return {
    theme: themeOf(brand.colors),
    artwork: brand.artwork,
    pattern: brand.pattern,
    picture: bytesOf(brand.picture),
    logo: bytesOf(brand.logo),
    logoDark: bytesOf(brand.logo_dark),
  };
}

/** Returns a function that draws cards. A card is drawn once, even if many visitors request it at the same time. */
function drawer(look: CardLook): (card: Card) => Promise<ServedFile> {
  const cards = new LRUCache<string, ServedFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length,
  });
  const drawing = new Map<string, Promise<ServedFile>>();
  // Few cards are drawn at the same time, because drawing uses the processor, which visitors' pages need too.
  const inSlot = createQueue({ atOnce: 2, waiting: 24 });
  return async (card) => {
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
    const kept = cards.get(key) ?? drawing.get(key);
    if (kept) return kept;
    const file = inSlot(async () => ({
      ...servedFile(await drawCard(card, look), 'image/png', maxAge),
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

function isKind(kind: string | undefined): kind is ShareImageKind {
  return kinds.some((each) => each === kind);
}
