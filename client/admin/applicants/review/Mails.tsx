import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { translateError } from '../../../api/api-error.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { cancelMails, candidateMailsQuery } from '../../shared/mails/mail-queries.ts';
import { WrittenMails } from '../../shared/mails/WrittenMails.tsx';
import { Section } from './Section.tsx';

/** Mails that were written to the applicant; empty if there are none, or if the host does not store any. */
export function Mails({ applicantId }: { applicantId: Id }) {
  return useHostSupports('getMailTemplates') ? <History applicantId={applicantId} /> : null;
}

function History({ applicantId }: { applicantId: Id }) {
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(candidateMailsQuery(applicantId));
  if (data ? data.length === 0 : !error) return null;
  return (
    <Section name="mails" title="Mails">
      {data ? (
        <WrittenMails mails={data} onUndo={({ id }) => cancelMails(queries, [id])} />
      ) : (
        <p role="alert">
          {translateError(error).message}{' '}
          <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </Section>
  );
}
