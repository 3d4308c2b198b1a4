import type { SiteAddress } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { useScript } from '../words.ts';

/** The lines of the company's postal address, for an `address` element; none without an address. */
export function AddressLines({ address }: { address: SiteAddress | undefined }) {
  const script = useScript();
  return addressLines(address).map((line) => (
    <span key={line} lang={script(line).lang}>
      {line}
    </span>
  ));
}
