import { company } from '#shared/company.ts';

/** The title of the page, with the studio's name behind it. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${company.name}`}</title>;
}
