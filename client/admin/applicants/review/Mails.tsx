import { useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { FailedNote } from '../../shared/ListFailed.tsx';
import { candidateMailsQuery } from '../../shared/mails/mail-queries.ts';
import { WrittenMails } from '../../shared/mails/WrittenMails.tsx';
import { Section, SectionLink } from './Section.tsx';

/** The mails to an applicant; not asked for if the host does not store any. */
const useMails = (id: Id) =>
  useQuery({ ...candidateMailsQuery(id), enabled: useHostSupports('getMailTemplates') === true });

/** Mails that were written to the applicant; empty if there are none. */
export function Mails({ applicantId }: { applicantId: Id }) {
  const query = useMails(applicantId);
  const { data, error } = query;
  if (data ? data.length === 0 : !error) return null;
  return (
    <Section name="mails" title="Mails">
      {data ? <WrittenMails mails={data} /> : <FailedNote what="mails" query={query} />}
    </Section>
  );
}

/** Says at the head of the review that mails to the applicant are held back. */
export function HeldBackNote({ applicantId }: { applicantId: Id }) {
  const { data = [] } = useMails(applicantId);
  const held = data.find(({ state }) => state === 'held_back');
  if (!held) return null;
  return (
    <p>
      <Badge tone="danger">Mail held back</Badge> <bdi>{held.subject}</bdi>{' '}
      <SectionLink to="mails">Send or discard it</SectionLink>
    </p>
  );
}
