import { countryCode } from '../country-code.ts';

/**
 * Where a country writes its postal codes: before the city ("20459 Hamburg"), or with the region behind the city
 * ("Springfield, IL 62704"). Countries that are not listed write them behind the city ("London SW1A 1AA").
 */
const orders = {
  before:
    'AD AL AR AT BA BE BG CH CL CY CZ DE DK DZ EE ES FI FO FR GL GR HR HU IS IT LI LT LU MA MC MD ME MK MX NL NO PL PT RO RS SE SI SK SM TN TR VA XK',
  region: 'AU CA US',
} as const;

type PostalOrder = keyof typeof orders;

const orderOf = new Map<string, PostalOrder>(
  (Object.keys(orders) as PostalOrder[]).flatMap((order) =>
    orders[order].split(' ').map((code) => [code, order] as const),
  ),
);

/**
 * Returns where a country, given as its code or its name in English or Urdu, writes postal codes; undefined for behind
 * the city. Only the server asks: the names that a browser knows may be others.
 */
export function postalOrderOf(country: string) {
  return orderOf.get(countryCode(country) ?? '');
}
