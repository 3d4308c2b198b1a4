import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Points } from '#shared/schemas/site/pages.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CareersScreen.module.css';

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
  const { short_name, pages } = useSite();
  const { head, reasons, steps, benefits, invitation } = pages.careers;
  const openPositions = pages.careers.positions;
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('careers')} />
      <header className={styles.head}>
        <Pattern
          className={styles.art}
          seed={`careers-at-${short_name.toLowerCase()}`}
          columns={12}
          rows={6}
          palette="signal"
          hero
        />
        <div className={styles.sheet}>
          <h1 className={styles.title} {...scriptOf(head.title)}>
            {head.title}
          </h1>
          {head.text && (
            <p className={styles.intro} {...scriptOf(head.text)}>
              {head.text}
            </p>
          )}
          {open ? (
            <Link className={buttonClass({ size: 'large' })} to={allTo}>
              {open === 1 ? 'See the open position' : `See ${open} open positions`} <ArrowRightIcon />
            </Link>
          ) : (
            // Once is enough: the invitation below has it too.
            !invitation && (
              <Link className={buttonClass({ size: 'large' })} to={spontaneousTo}>
                Apply without a position <ArrowRightIcon />
              </Link>
            )
          )}
        </div>
      </header>

      {reasons && <PointList id="reasons" points={reasons} />}
      {steps && <Steps id="steps" points={steps} />}
      {benefits && <PointList id="benefits" points={benefits} />}

      {openPositions && open !== 0 && positions && (
        <section className={styles.section} aria-labelledby="positions">
          <SectionHead
            id="positions"
            title={openPositions.title}
            onward={
              <Link className={layout.onward} to={allTo}>
                All positions <ArrowRightIcon />
              </Link>
            }
          />
          <Departments departments={departments} />
          {positions}
        </section>
      )}

      {invitation && (
        <section className={classNames(layout.invitation, styles.invitation)} aria-labelledby="invitation">
          <h2 className={styles.invitationTitle} id="invitation" {...scriptOf(invitation.title)}>
            {open === 0 ? invitation.title_none_open : invitation.title}
          </h2>
          <div className={layout.invitationText}>
            {invitation.text && <p {...scriptOf(invitation.text)}>{invitation.text}</p>}
            <Link className={buttonClass({ size: 'large' })} to={spontaneousTo}>
              Apply without a position <ArrowRightIcon />
            </Link>
          </div>
        </section>
      )}
    </div>
  );
}

interface PointsProps {
  /** Names the section in the page, and in links to it. */
  id: string;
  points: Points;
}

/** Reasons, benefits: points that stand beside each other. */
function PointList({ id, points }: PointsProps) {
  return (
    <section className={styles.points} aria-labelledby={id}>
      <h2 className={styles.pointsTitle} id={id} {...scriptOf(points.title)}>
        {points.title}
      </h2>
      <dl className={styles[id] ?? styles.benefits}>
        {points.items.map(({ title, text }) => (
          <div key={title} {...scriptOf(title, text)}>
            <dt className={styles.point}>{title}</dt>
            <dd className={styles.pointText}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Points that come one after the other. */
function Steps({ id, points }: PointsProps) {
  return (
    <section className={styles.points} aria-labelledby={id}>
      <h2 className={styles.pointsTitle} id={id} {...scriptOf(points.title)}>
        {points.title}
      </h2>
      <ol className={styles.steps}>
        {points.items.map(({ title, text }) => (
          <li key={title} {...scriptOf(title, text)}>
            <h3 className={styles.point}>{title}</h3>
            <p className={styles.pointText}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface DepartmentLink {
  name: string;
  /** Open positions. */
  count: number;
  to: string;
}

/** Departments that look for somebody, each with how many. One alone needs no choice. */
function Departments({ departments }: { departments: readonly DepartmentLink[] }) {
  if (departments.length < 2) return null;
  return (
    <ul className={styles.departments} aria-label="Departments">
      {departments.map(({ name, count, to }) => (
        <li key={name}>
          <Link className={styles.department} to={to}>
            <bdi>{name}</bdi>
            <span className={styles.count}>
              {count}
              <VisuallyHidden>{count === 1 ? ' position' : ' positions'}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
