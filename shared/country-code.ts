/** Common names of countries that the Unicode data does not have. */
const otherNames: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  'great britain': 'GB',
  england: 'GB',
  uae: 'AE',
};

/** Region codes that are not countries: unions, unknown regions, private use. */
const noCountry = /^(?:EU|EZ|UN|Q[M-Z]|X[A-JL-Z]|ZZ|A[AC]|CP|DG|EA|IC|TA)$/;

let codes: Map<string, string> | undefined;

/**
 * Returns the code (ISO 3166-1 alpha-2) of a country, given its code or its name in English or Urdu; schema.org and
 * search engines prefer the code to a name. Undefined for an unknown country.
 */
export function countryCode(country: string | null | undefined) {
  codes ??= codesByName();
  return country ? codes.get(plain(country)) : undefined;
}

function codesByName() {
  const found = new Map(Object.entries(otherNames));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const languages = ['en', 'ur'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  for (const code of letters.flatMap((one) => letters.map((two) => one + two))) {
    // The code of a former country, and "UK", is replaced by today's code.
    const today = new Intl.Locale(`und-${code}`).region ?? code;
    if (noCountry.test(today) || !languages[0]?.of(today)) continue;
    found.set(code.toLowerCase(), today);
    for (const names of languages) {
      const name = names.of(today);
      if (name) found.set(plain(name), today);
    }
  }
  return found;
}

/** Ignores case, accents, "the" and punctuation: "Côte d’Ivoire" and "cote d'ivoire" are one name. */
function plain(name: string) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}
