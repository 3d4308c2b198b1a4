import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { addressInShort } from '#shared/site/contact-links.ts';
import { useSite } from '../../site-info/site-info.ts';
import { TopPageHead } from '../../ui/head/TopPageHead.tsx';
import { ArrowRightIcon } from '../../ui/icons/icons.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import styles from './CareersScreen.module.css';
import { type DepartmentLink, Departments } from './Departments.tsx';
import { Benefits, Reasons, Steps } from './Points.tsx';

interface CareersScreenProps {
  departments: readonly DepartmentLink[];
  /** How many positions are open; undefined while nobody knows. */
  open: number | undefined;
  /** False where they cannot be read. */
  positions: ReactNode;
  /** Every open position. */
  allTo: string;
  /** The form for those who apply without a position. */
  spontaneousTo: string;
}

/** /careers: why one would work here, how one comes in, and what is open. */
export function CareersScreen({ departments, open, positions, allTo, spontaneousTo }: CareersScreenProps) {
  const { name, address } = useSite();
  return (
    <div className={styles.screen}>
      <TopPageHead
        title="Careers"
        description={`Why people work at ${name}, how one comes in, what we give, and what is open now.`}
        path={pathTo('careers')}
      />
      <header className={styles.head}>
        <Pattern className={styles.art} seed="careers-at-naqsh" columns={12} rows={6} palette="copper" />
        <div className={styles.sheet}>
          <h1 className={styles.title}>Careers</h1>
          <p className={styles.intro}>
            {name} is made of people who finish what they begin. Come and make something with us in{' '}
            {addressInShort(address)}.
          </p>
          {open ? (
            <Link className={styles.call} to={allTo}>
              {open === 1 ? 'See the open position' : `See ${open} open positions`} <ArrowRightIcon />
            </Link>
          ) : (
            <Link className={styles.call} to={spontaneousTo}>
              Apply without a position <ArrowRightIcon />
            </Link>
          )}
        </div>
      </header>

      <Reasons />
      <Steps />
      <Benefits />

      {open !== 0 && positions && (
        <section className={styles.section} aria-labelledby="positions">
          <div className={styles.sectionHead}>
            <h2 className={styles.heading} id="positions">
              Open positions
            </h2>
            <Link className={styles.all} to={allTo}>
              All positions <ArrowRightIcon />
            </Link>
          </div>
          <Departments departments={departments} />
          {positions}
        </section>
      )}

      <section className={styles.invitation} aria-labelledby="invitation">
        <h2 className={styles.invitationTitle} id="invitation">
          {open === 0 ? 'Nothing is open, and you may still write' : 'Nothing here that is yours?'}
        </h2>
        <div className={styles.invitationText}>
          <p>
            Send your CV and two lines on what you would like to make. It is read like every other
            application, and kept for as long as the form says.
          </p>
          <Link className={styles.call} to={spontaneousTo}>
            Apply without a position <ArrowRightIcon />
          </Link>
        </div>
      </section>
    </div>
  );
}
