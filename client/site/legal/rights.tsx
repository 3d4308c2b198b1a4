import type { Site } from '#shared/schemas/site.ts';
import type { LegalPart } from './LegalPage.tsx';

/** Who else sees data, and what people can ask for. */
export function rightsParts(site: Site): LegalPart[] {
  return [
    {
      id: 'others',
      title: 'Who we share data with',
      body: (
        <>
          <p>
            The companies that host our server and carry our email process data on our behalf. We do not sell
            your data, and this site does not pass it on to anyone else. Backups contain copies of the data
            described here until newer backups replace them.
          </p>
          <p>
            We work in {site.address.country}, so your data may be processed there and wherever our server is
            hosted. Contact us if you would like to know which safeguards apply.
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <p>Depending on the law that applies to you, you have the right to:</p>
          <ul>
            <li>access the personal data we hold about you, and receive a copy of it;</li>
            <li>have inaccurate data corrected;</li>
            <li>have your data erased, or its processing restricted;</li>
            <li>object to processing that is based on our legitimate interests;</li>
            <li>receive the data you gave us in a portable format;</li>
            <li>
              withdraw your consent at any time, which does not affect the lawfulness of processing before
              then.
            </li>
          </ul>
          <p>
            To exercise any of these rights, email <a href={`mailto:${site.email}`}>{site.email}</a>. We may
            need to confirm your identity first. We make no decisions about you by automated means alone.
          </p>
        </>
      ),
    },
    {
      id: 'complaints',
      title: 'Your right to complain',
      body: (
        <p>
          If you think we have not handled your data lawfully, you can lodge a complaint with a data
          protection authority, in particular where you live, where you work or where you believe the
          infringement took place. We would appreciate the chance to put things right first.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          The date at the top shows when this policy was last changed. If we start to use data in a new way,
          we will update this page first.
        </p>
      ),
    },
  ];
}
