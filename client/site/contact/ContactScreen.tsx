import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info/site-info.ts';
import { TopPageHead } from '../../ui/head/TopPageHead.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import styles from './ContactScreen.module.css';
import { ContactPart } from './form/ContactPart.tsx';
import { Ways } from './Ways.tsx';

/** /contact: a form, and every other way to reach the studio. */
export function Component() {
  const { name, address } = useSite();
  return (
    <div className={styles.screen}>
      <TopPageHead
        title="Contact"
        description={`Write to ${name} in ${address.city}: by form, by mail or by phone. Here is also where we are.`}
        path={pathTo('contact')}
      />
      <header className={styles.head}>
        <h1 className={styles.title}>Contact</h1>
        <p className={styles.intro}>
          Tell us what you want to make, ask what you want to know. A person reads it, and answers.
        </p>
      </header>
      <Pattern className={styles.art} seed="contact" columns={16} rows={3} palette="copper" />
      <div className={styles.parts}>
        <Ways />
        <ContactPart />
      </div>
    </div>
  );
}
