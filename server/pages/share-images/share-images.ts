import { hash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { idInAddress, readId } from '#shared/id.ts';
import { hasSizes, type ImageWidth } from '#shared/images.ts';
import type { BrandImage } from '#shared/schemas/site/brand.ts';
import type { LiveSite, Site } from '#shared/schemas/site.ts';
import { type ShareImageKind, shareImageKinds, studioShareImage } from '#shared/share-image.ts';
import { shortAddress } from '#shared/site/contact-links.ts';
import { themeOf } from '#shared/site/theme.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { disconnectSignal } from '../../bff/upstream/exchange.ts';
import { type ReadyAnswer, readyAnswer, type StaticClient } from '../../http/ready-answer.ts';
import { requestIdOf } from '../../http/requests.ts';
import { createQueue } from '../../process/work.ts';
import { serveFiles } from '../machine-files/machine-files.ts';
import { publicContent, type SharedRecord } from '../public-content.ts';
import type { OpenReads } from '../shared-pages.ts';
import { type Card, type CardLook, type Cover, drawCard } from './card.ts';

type ReadPicture = (
  path: string,
  width: ImageWidth,
  principal: { res: Response; signal: AbortSignal },
) => Promise<{ body: Buffer; etag: string }>;

interface ShareImagesOptions {
  openReads: OpenReads;
  site: LiveSite;
  /** The files of the built client, including the company's pictures. */
  files: StaticClient['files'];
  /** Reads a picture of the host at the width in which pages show it (server/images/README.md). */
  readPicture: ReadPicture;
  mediaPaths: readonly string[];
  log: Logger;
}

/** Maximum total size of the cached cards, in bytes; enough for some hundred cards. */
const cacheBytes = 24 * 1024 * 1024;
/** A changed title is visible within an hour. Pages of other sites may show a card, which other files forbid. */
const served = {
  cacheControl: 'public, max-age=3600',
  headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
};
/** How long the read of a title may take, in milliseconds. */
const readMs = 5_000;

/** Matches the paths that `shareImagePath` returns. */
const contentImage = new RegExp(`^/share/(\\w+)/(${idInAddress})\\.png$`);

/**
 * Serves GET /share/{post|project|category|job}/{id}.png and /share/studio.png, the images that are shown with links to
 * this site. For each request the title is read from the API host as for a visitor, so that the image of removed content
 * is 404 too. The drawing itself is cached. A record with a cover has a card with that picture, which is a JPEG at the
 * same address: links to it are stored at other sites.
 */
export function serveShareImages(options: ShareImagesOptions): RequestHandler {
  const { openReads, site, files } = options;
  const readCover = coverReader(options);
  const inPresentLook = () => ({ brand: site().brand, draw: drawer(lookOf(site(), files), options.log) });
  let drawn = inPresentLook();
  /** Draws a card in the look of the present company. */
  const draw = (card: Card, cover?: ReadCover) => {
    if (drawn.brand !== site().brand) drawn = inPresentLook();
    return drawn.draw(card, cover);
  };

  return serveFiles((path) => {
    if (path === studioShareImage) return () => draw(companyCard(site()));
    const [, kind, idText] = contentImage.exec(path) ?? [];
    const id = readId(idText);
    if (!isKind(kind) || id === undefined) return undefined;
    return async (req, res) => {
      const record = await publicContent.shared[kind](openReads(req, res, { ms: readMs }), id);
      const kicker = wordsOf(site().language)(`share.${kind}`);
      const card = { ...cardOf(site()), seed: `${kind}-${id}`, kicker, title: record.title };
      return draw(card, await readCover(record, res));
    };
  });
}

function lookOf({ brand }: Site, files: StaticClient['files']): CardLook {
  const bytesOf = (image: BrandImage | undefined) => image && files.get(image.src)?.bodies.identity;
  return {
    theme: themeOf(brand.colors),
    artwork: brand.artwork,
    pattern: brand.pattern,
    picture: bytesOf(brand.picture),
    logo: bytesOf(brand.logo),
    logoDark: bytesOf(brand.logo_dark),
  };
}

/** A cover, and the ETag of its picture. */
interface ReadCover extends Cover {
  etag: string;
}

/** The width in which covers are read, which is served to pages as well. */
const coverWidth = 1280;
/** How long the read of a cover may take, in milliseconds. Without it, the card has the company's artwork. */
const coverMs = 5_000;

/**
 * Returns a function that reads the cover of a record; undefined if it has none in the host's media, or if it cannot be
 * read. Files and pixels are limited as for pages (server/images/README.md).
 */
function coverReader({ readPicture, mediaPaths, log }: ShareImagesOptions) {
  return async ({ image, details }: SharedRecord, res: Response): Promise<ReadCover | undefined> => {
    if (!image || !hasSizes(image, mediaPaths)) return undefined;
    const signal = AbortSignal.any([disconnectSignal(res), AbortSignal.timeout(coverMs)]);
    const focus = details?.find((detail) => detail.image === image);
    try {
      const { body, etag } = await readPicture(image, coverWidth, { res, signal });
      return { bytes: body, etag, focus: { x: focus?.focus_x ?? 50, y: focus?.focus_y ?? 50 } };
    } catch (error) {
      if (!res.destroyed)
        log.warn({ id: requestIdOf(res), image, err: error }, 'the cover of a share image could not be read');
      return undefined;
    }
  };
}

/**
 * Returns a function that draws cards. A card is drawn once, even if many visitors request it at the same time. A card
 * whose cover cannot be drawn has the company's artwork.
 */
function drawer(look: CardLook, log: Logger): (card: Card, cover?: ReadCover) => Promise<ReadyAnswer> {
  // Few cards are drawn at the same time, because drawing uses the processor, which visitors' pages need too.
  const inSlot = createQueue({ atOnce: 2, waiting: 24 });
  const drawPicture = async ({ card, cover }: Drawing) => {
    try {
      if (cover) return readyAnswer(await drawCard(card, look, cover), { ...served, type: 'image/jpeg' });
    } catch (error) {
      log.warn({ title: card.title, err: error }, 'the cover of a share image could not be drawn');
    }
    return readyAnswer(await drawCard(card, look), { ...served, type: 'image/png' });
  };
  const cards = new LRUCache<string, ReadyAnswer, Drawing>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bodies }) => bodies.identity.length,
    fetchMethod: (_key, _before, { context }) => inSlot(() => drawPicture(context)),
  });
  return (card, cover) => {
    const shown = cover && { etag: cover.etag, focus: cover.focus };
    const key = hash('sha256', JSON.stringify([card, shown]), 'base64url');
    return cards.forceFetch(key, { context: { card, cover } });
  };
}

interface Drawing {
  card: Card;
  cover?: Cover;
}

function isKind(kind: string | undefined): kind is ShareImageKind {
  return shareImageKinds.some((each) => each === kind);
}

/** Returns the card for every page that has no card of its own. Without a tagline, its title is the company's name. */
function companyCard(site: Site): Card {
  return {
    ...cardOf(site),
    seed: site.short_name.toLowerCase(),
    palette: 'accent',
    kicker: site.address ? shortAddress(site.address) : '',
    title: site.tagline ?? site.name,
    ...(!site.tagline && { wordmark: '' }),
  };
}

/** Returns the parts of a card that are the same on all cards of a company. */
function cardOf({ short_name, brand, language }: Site) {
  const wordmark = brand.logo && !brand.logo_with_name ? '' : short_name;
  return { wordmark, direction: directionOfLanguage(language) };
}
