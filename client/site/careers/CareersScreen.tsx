import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { careers } from '#shared/words/en/careers.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { ButtonLink } from '../links.tsx';
import { PointList, Steps } from '../Points.tsx';
import styles from './CareersScreen.module.css';

interface CareersScreenProps {
  departments: readonly DepartmentLink[];
  /** Number of open positions; undefined while it is unknown. */
  open: number | undefined;
  /** The first open positions; false if they cannot be read. */
  positions: ReactNode;
  /** Portraits of the people who work here. */
  faces: ReactNode;
  /** Path of the list of all open positions. */
  allTo: string;
  /** Path of the form for applications without a position; undefined if there is none. */
  spontaneousTo: string | undefined;
}

/** The departments are offered as a choice from this number of open positions. A shorter board is read whole. */
const leastForDepartments = 8;

/** /careers: reasons to work here, the steps of an application, and the way to the open positions. */
export function CareersScreen({
  departments,
  open,
  positions,
  faces,
  allTo,
  spontaneousTo,
}: CareersScreenProps) {
  const script = useScript();
  const words = useWords(careers);
  const { pages } = useSite();
  const { head, reasons, steps, benefits, invitation } = pages.careers;
  const invitationTitle = open === 0 ? invitation?.title_none_open : invitation?.title;
  const openPositions = pages.careers.positions;
  return (
    <div className={classNames('page', styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('careers')} />
      <header className={styles.head}>
        <h1 className="indexTitle" {...titleLength(head.title)} {...script(head.title)}>
          {head.title}
        </h1>
        <WrittenText className={styles.intro}>{head.text}</WrittenText>
        {open ? (
          <ButtonLink to={allTo}>
            {words('careers.open', { count: open })} <ArrowRightIcon />
          </ButtonLink>
        ) : (
          // The invitation at the end of the page has the same link, so this one is shown only if there is no
          // invitation.
          !invitation &&
          spontaneousTo && (
            <ButtonLink to={spontaneousTo}>
              {words('careers.spontaneous')} <ArrowRightIcon />
            </ButtonLink>
          )
        )}
      </header>

      {faces}

      {reasons && <PointList id="reasons" points={reasons} strong />}
      {benefits && <PointList id="benefits" points={benefits} />}
      {steps && <Steps id="steps" points={steps} />}

      {openPositions && open !== 0 && positions && (
        <section aria-labelledby="positions">
          <SectionHead id="positions" title={openPositions.title} />
          {open !== undefined && open >= leastForDepartments && <Departments departments={departments} />}
          {positions}
        </section>
      )}

      {invitation && spontaneousTo && (
        <section className="invitation" aria-labelledby="invitation">
          <h2 className={styles.invitationTitle} id="invitation" {...script(invitationTitle)}>
            {invitationTitle}
          </h2>
          <div className="invitationText">
            <WrittenText>{invitation.text}</WrittenText>
            <ButtonLink to={spontaneousTo}>
              {words('careers.spontaneous')} <ArrowRightIcon />
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}

interface DepartmentLink {
  name: string;
  /** Number of open positions. */
  count: number;
  to: string;
}

/**
 * Links to the departments with open positions, each with the number of positions. Renders nothing for a single
 * department, because there is no choice.
 */
function Departments({ departments }: { departments: readonly DepartmentLink[] }) {
  const words = useWords(careers);
  if (departments.length < 2) return null;
  return (
    <ul className={styles.departments} aria-label={words('careers.departments')}>
      {departments.map(({ name, count, to }) => (
        <li key={name}>
          <Link className={styles.department} to={to}>
            <NameText>{name}</NameText>
            <span className="dated">
              {count}
              <VisuallyHidden>{words('careers.positions', { count })}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
