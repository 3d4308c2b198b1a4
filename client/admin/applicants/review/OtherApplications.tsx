import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { callQuery } from '../../../api/call-query.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { TimeAgo } from '../ApplicantFacts.tsx';
import { jobLabel, statusLabels } from '../labels.ts';
import { Fact, FactList } from './Facts.tsx';
import styles from './OtherApplications.module.css';

/**
 * Number of applications shown at first. Only a few, so that the CV below them can be reached with little scrolling.
 */
const few = 2;

/** Other applications of the same person, matched by email address; empty while they are unknown. */
export function OtherApplications({ id }: { id: Id }) {
  const [all, setAll] = useState(false);
  // A host without `getSavedAnswers` lacks `getOtherApplications` too.
  const isOffered = useHostSupports('getSavedAnswers') === true;
  const query = callQuery('getOtherApplications', { params: { id } });
  const { data: others, error, isFetching, refetch } = useQuery({ ...query, enabled: isOffered });
  if (error && !others) {
    return (
      <p className={styles.failed}>
        Other applications could not be loaded.{' '}
        <Button variant="quiet" busy={isFetching} busyLabel="Trying again..." onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!others || others.total === 0) return null;
  const shown = all ? others.data : others.data.slice(0, few);
  const left = others.total - shown.length;
  return (
    <FactList>
      <Fact name="Other applications" whole>
        <ul className={styles.list} aria-label="Other applications">
          {shown.map((other) => (
            <li key={other.id}>
              {/* Opening it clears the filters of the list. */}
              <Link to={`${pathTo('adminApplicants')}?applicant=${other.id}`} dir="auto">
                {jobLabel(other)}
              </Link>{' '}
              <span className={styles.soft}>
                {statusLabels[other.status]} · <TimeAgo iso={other.last_submitted_at} />
              </span>
            </li>
          ))}
          {left > 0 && (
            <li>
              {all ? (
                `and ${left} more, older`
              ) : (
                <Button variant="quiet" className={styles.more} onClick={() => setAll(true)}>
                  {left} more
                </Button>
              )}
            </li>
          )}
        </ul>
      </Fact>
    </FactList>
  );
}
