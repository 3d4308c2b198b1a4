import { useSite } from '../site-info.ts';

/** The title of the page, with the studio's name behind it. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSite();
  return <title>{`${children} · ${name}`}</title>;
}
