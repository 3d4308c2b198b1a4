import { pathTo } from '#shared/paths.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { hostCallsQuery } from '../../api/host-calls.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { ContactPart } from './ContactPart.tsx';
import styles from './ContactScreen.module.css';
import { Ways } from './Ways.tsx';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(formTokenQuery), reads.side(hostCallsQuery)]);

/** /contact: a form, and every other way to reach the studio. */
export function Component() {
  const { head } = useSite().pages.contact;
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('contact')} />
      <header className={styles.head} {...scriptOf(head.title, head.text)}>
        <h1 className={styles.title}>{head.title}</h1>
        {head.text && <p className={styles.intro}>{head.text}</p>}
      </header>
      <Pattern
        className={classNames(layout.bleed, styles.art)}
        seed="contact"
        columns={16}
        rows={3}
        palette="signal"
        hero
      />
      <div className={styles.parts}>
        <Ways />
        <ContactPart />
      </div>
    </div>
  );
}
