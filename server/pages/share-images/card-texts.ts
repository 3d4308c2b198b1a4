import type { Id } from '#shared/id.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { ShareImageKind } from '#shared/share-image.ts';
import { shortAddress } from '#shared/site/contact-links.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import type { Card } from './card.ts';

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

/** Returns the card of a post, a project, a category or a job. */
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
