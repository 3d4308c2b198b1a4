import { describe, expect, it } from 'vitest';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { textOf } from '#shared/desk-messages.ts';
import { withEngine } from '../../support/engines.ts';
import { type FormPart, withTexts } from '../../support/forms.ts';
import { send } from './every-call.ts';
import { type GoodCall, goodCalls } from './good-calls.ts';
import { publicUrl } from './support/account-links.ts';

/** What is changed in a good call (`undefined` leaves a field out, null all of them), and the text of each bad field. */
type Case = [changes: Record<string, unknown> | null, errors: Record<string, unknown>];

const required = 'This field is required.';
const notBinary = 'This must be 0 or 1.';
const notLink = 'This must be a link that begins with http:// or https://.';
const notEmail = 'Enter an email address, such as name@example.com.';
const notTime = 'This must be a date and time, such as 2026-12-31T17:00:00Z.';
const notDay = 'This must be a date, such as 2026-12-31.';
const notId = 'This must be an id.';
const notText = 'This must be text.';
const notStored = 'This text contains characters that cannot be stored.';
const range = (from: number, to: number) => `This must be a whole number from ${from} to ${to}.`;
const tooLong = (limit: number) => `This text is longer than the limit of ${limit} characters.`;
const has = (part: string) => expect.stringContaining(part);
const x = (length: number) => 'x'.repeat(length);
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);
/** What an untouched editor sends. */
const empty = '<p><br></p>';

const blog = {
  blog_title: 'Title is required for creating a blog',
  is_active: 'Enter 1 to active the or 0 for inactive',
  description: 'Add blog description',
};
const blogCases: Case[] = [
  [{ blog_title: '  ' }, { blog_title: blog.blog_title }],
  [{ is_active: '2' }, { is_active: notBinary }],
  [{ description: empty }, { description: blog.description }],
];
const project = {
  title: 'Project title is required',
  category_id: 'Please select a category',
  v_order: 'Order is required when adding new project',
  description: 'Description is required',
};
const projectCases: Case[] = [
  [{ title: '  ' }, { title: project.title }],
  [{ category_id: '987654321' }, { category_id: project.category_id }],
  [{ description: '<p>&nbsp; </p>' }, { description: project.description }],
];
const job = {
  title: 'Job title is required.',
  department: 'Department is required.',
  employment_type: 'Please select an employment type.',
  location_type: 'Please select where the work takes place.',
};
const closed = 'This date has passed. Choose a later one, or leave it empty.';
const member = { name: 'Name is required.', designation: 'Designation is required.' };
const memberCases: Case[] = [
  [{ name: ' \t ' }, { name: member.name }],
  [
    { linkedin_url: 'ftp://linkedin.com/in/x', facebook_url: 'javascript:alert(1)' },
    { linkedin_url: notLink, facebook_url: notLink },
  ],
];
const orderCases: Case[] = [
  [{ ids: [987_654_321] }, { ids: 'One of these items no longer exists. Please reload the list.' }],
  [{ ids: [1, 1] }, { ids: 'Each of these may appear only once.' }],
  [{ ids: ['../x'] }, { ids: notId }],
];
const application = {
  name: 'Please tell us your name.',
  email: 'Please tell us your email address.',
  consent: 'We can only accept your application if you agree that we keep it.',
  cv: 'Please add your CV (PDF, DOC or DOCX).',
};
const noteCases: Case[] = [[{ note: ' \n ' }, { note: 'Please write a note.' }]];
/** Rules shared by both forms of visitors. */
const messageCases: Case[] = [
  [{ email: 'a@example.com\r\nBcc: b@example.com' }, { email: notEmail }],
  [{ message: x(5001) }, { message: tooLong(5000) }],
  [{ message: 'a\0b' }, { message: notStored }],
  [{ name: ['x'] }, { name: notText }],
];
const stages = 'new, reviewing, shortlisted, interview, offered, hired, rejected, withdrawn';

/** Bad fields of a call, in the agreed words (docs/product.md §5). */
const bad: Partial<Record<CallName, Case[]>> = {
  saveBlog: [
    ...blogCases,
    [{ blog_image: undefined }, { blog_image: 'Image is required for blog creation' }],
    [null, { ...blog, blog_image: 'Image is required for blog creation' }],
  ],
  editBlog: [...blogCases, [null, { ...blog, blog_id: required }]],
  addProjectCategory: [
    [
      { image: undefined, 'tech_image[]': undefined },
      { image: 'Image is required.', tech_image: 'Add logos*' },
    ],
    [null, { title: 'Title is required.', image: 'Image is required.', tech_image: 'Add logos*' }],
  ],
  updateProjectCategory: [[{ title: '   ' }, { title: 'Title is required.' }]],
  addProject: [
    ...projectCases,
    [{ quote: x(401) }, { quote: tooLong(400) }],
    [{ 'images[0]': undefined, 'images[1]': undefined }, { images: 'At least one image is required' }],
    [null, { ...project, images: 'At least one image is required' }],
  ],
  updateProject: [...projectCases, [null, project]],
  reorderProjects: orderCases,
  addJob: [
    [{ title: x(256) }, { title: tooLong(255) }],
    [{ employment_type: 'full time' }, { employment_type: has('FULL_TIME, PART_TIME') }],
    [{ location_type: 'moon' }, { location_type: 'This must be one of: onsite, hybrid, remote.' }],
    [
      { country: null, location_type: 'hybrid' },
      { country: 'Country is required unless the job is remote.' },
    ],
    [{ city: null, location_type: 'onsite' }, { city: 'City is required unless the job is remote.' }],
    [{ salary_min: 300_000 }, { salary_max: 'The maximum salary is lower than the minimum.' }],
    [
      { salary_min: -1 },
      { salary_min: 'This must be an amount from 0 to 1000000000, with at most two decimals.' },
    ],
    [
      { salary_currency: null, salary_unit: '' },
      {
        salary_currency: 'Please choose the currency of the salary.',
        salary_unit: 'Please choose the period the salary is for.',
      },
    ],
    [{ openings: 0 }, { openings: range(1, 999) }],
    [{ closes_at: '2999-02-30' }, { closes_at: notDay }],
    [{ status: 'open', description: empty }, { description: 'Add a description before you open the job.' }],
    [{ status: 'open', closes_at: '2020-01-01' }, { closes_at: closed }],
    [null, job],
  ],
  updateJob: [
    [{ status: 'open', closes_at: '2020-01-01' }, { closes_at: closed }],
    [null, job],
  ],
  updateJobStatus: [
    [{ status: undefined }, { status: required }],
    [{ updated_at: 'yesterday' }, { updated_at: notTime }],
  ],
  reorderJobs: orderCases,
  addTeamMember: [
    ...memberCases,
    [{ image: undefined }, { image: 'Image is required.' }],
    [null, { ...member, image: 'Image is required.' }],
  ],
  updateTeamMember: [...memberCases, [{ updated_at: 'today' }, { updated_at: notTime }], [null, member]],
  reorderTeam: orderCases,
  applyJob: [
    [{ email: 'ayesha@example' }, { email: notEmail }],
    [
      { portfolio_url: 'javascript:alert(1)', linkedin_url: 'my profile' },
      { portfolio_url: notLink, linkedin_url: notLink },
    ],
    [{ consent: '0' }, { consent: application.consent }],
    [null, application],
  ],
  updateApplicantStatus: [
    [{ rating: 6 }, { rating: range(0, 5) }],
    [{ retain_until: '2027-02-30' }, { retain_until: notDay }],
    ...['2020-01-01', '2999-01-01'].map(
      (retain_until): Case => [
        { retain_until },
        { retain_until: textOf('applicant.badRetention', { years: 5 }) },
      ],
    ),
    [{ status: undefined }, { reject_reason: 'Only rejected applicants can have a reason.' }],
  ],
  bulkApplicants: [
    [{ ids: [] }, { ids: 'Please choose at least one applicant.' }],
    [{ ids: ids(501) }, { ids: 'At most 500 applicants can be changed at once.' }],
    [{ action: undefined }, { action: required }],
    [{ action: 'interview', reject_reason: 'x' }, { reject_reason: textOf('applicant.reasonOnlyRejected') }],
  ],
  addApplicantNote: noteCases,
  updateApplicantNote: noteCases,
  contactUs: [
    ...messageCases,
    [
      null,
      {
        name: textOf('message.nameRequired'),
        email: textOf('message.emailRequired'),
        subject: textOf('message.subjectRequired'),
        message: textOf('message.textRequired'),
      },
    ],
  ],
  requestAccountDeletion: [
    ...messageCases,
    [
      null,
      {
        email: textOf('message.emailRequired'),
        app_name: textOf('message.appRequired'),
        account_identifier: textOf('message.accountRequired'),
      },
    ],
  ],
  updateMessageStatus: [
    [{ status: undefined }, { status: required }],
    [{ status: 'handled' }, { status: 'This must be one of: new, read, replied, archived, spam.' }],
  ],
  changePassword: [
    [
      null,
      {
        current_password: 'Please enter your current password.',
        new_password: 'Please enter a new password.',
      },
    ],
    // Nine letters of many bytes.
    [{ new_password: 'پشاور🎬abc' }, { new_password: 'Use at least 10 characters.' }],
    [{ new_password: x(1025) }, { new_password: tooLong(1024) }],
    [{ new_password: [x(12)] }, { new_password: 'Please enter a new password.' }],
    [{ new_password: 'correct horse battery' }, { new_password: 'This is already your password.' }],
    [
      { new_password: ' Admin@Studio.example' },
      { new_password: 'Your email address cannot be your password.' },
    ],
    [
      { current_password: 'correct horse batter' },
      { current_password: 'This is not your current password.' },
    ],
  ],
  restoreDeleted: [
    [{ resource: 'admin' }, { resource: has('applicant, job') }],
    [{ id: '1; drop' }, { id: textOf('field.badId') }],
  ],
  scheduleBlog: [
    [{ publish_at: '2020-01-01T00:00:00Z' }, { publish_at: 'This time has passed. Choose a later one.' }],
    [{ publish_at: '2999-01-01' }, { publish_at: has('a date and time') }],
    [{ publish_at: '2900-01-01T00:00:00Z', unpublish_at: null }, { publish_at: has('5 years') }],
    [{ publish_at: null }, { unpublish_at: has('not public') }],
    [{ unpublish_at: inAnHour }, { unpublish_at: textOf('schedule.order') }],
  ],
  addPicture: [
    [
      { image: undefined, alt: x(301) },
      { image: 'Choose a picture.', alt: tooLong(300) },
    ],
  ],
  replacePicture: [[null, { image: 'Choose a picture.' }]],
  updatePicture: [
    [
      { name: x(256), alt: x(301), focus_x: -1, focus_y: 101, updated_at: 'now' },
      {
        name: tooLong(255),
        alt: tooLong(300),
        focus_x: range(0, 100),
        focus_y: range(0, 100),
        updated_at: notTime,
      },
    ],
  ],
  sendCandidateMails: [
    [{ ids: ids(501) }, { ids: 'Mail at most 500 candidates at once.' }],
    [
      { subject: ' ', body: '', key: undefined },
      { subject: required, body: required, key: required },
    ],
    [{ subject: '{nmae}' }, { subject: has('{nmae}') }],
    [
      { body: 'Salary: (amount)\nStart: (?month)' },
      { body: textOf('letter.gaps', { gaps: '(amount), (?month)' }) },
    ],
  ],
  addSavedAnswer: [
    [
      { title: ' ', text: '\n' },
      { title: required, text: required },
    ],
  ],
  assignMessage: [[{ admin_id: 987_654 }, { admin_id: textOf('desk.noColleague') }]],
  setHiddenStages: [
    [{ hidden: ['spam'] }, { hidden: `This must be one of: ${stages}.` }],
    [{ hidden: stages.split(', ') }, { hidden: textOf('desk.everyStage') }],
  ],
  invitePerson: [
    [{ role: 'admin' }, { role: has('owner, editor') }],
    [
      { email: ' ADMIN@studio.example' },
      { email: 'There is already an account or an invitation with this email address.' },
    ],
  ],
};

/** Queries that are refused, with the names of the bad parameters. */
const queries: [call: CallName, query: string, fields: string][] = [
  ...['0', '-1', '1.5', 'abc', '99999999999'].map((page): (typeof queries)[number] => [
    'blogs',
    `page=${page}`,
    'page',
  ]),
  ['getCategoryByTitle', 'title=%20%20', 'title'],
  ['jobs', 'page=x&employment_type=X&location_type=moon', 'employment_type,location_type,page'],
  ['jobs', `search=${x(101)}`, 'search'],
  ['getApplicants', 'job_id=a%20b&status=any&is_read=2&sort=random', 'is_read,job_id,sort,status'],
  ['getMessages', 'type=letter&status=handled&folder=drafts&order=oldest', 'folder,order,status,type'],
  ['getPictures', 'use=some&page=0&per_page=101', 'page,per_page,use'],
  ['getVersions', '', 'id,resource'],
  ['getVersions', 'resource=team_member&id=1', 'resource'],
  ['getVersions', 'resource=blog&id=-x', 'id'],
  ['getActivity', 'from=yesterday&who=me&resource=secrets', 'from,resource,who'],
  ['getActivity', 'action=drop%20table', 'action'],
  ...(['getApplicants', 'getTrash', 'getActivity', 'intake'] as const).map(
    (call): (typeof queries)[number] => [call, 'per_page=101', 'per_page'],
  ),
];

withEngine(
  'embedded',
  (engine) => {
    for (const [name, cases] of Object.entries(bad)) {
      const row: ContractRow = contract[name as CallName];
      describe(`the fields of ${row.path}`, () => {
        // Refused calls change nothing, so that all cases use one good call.
        let made: GoodCall | undefined;
        it.each(cases)('%j', async (changes, errors) => {
          made ??= (await goodCalls[name as CallName]?.(engine)) ?? {};
          const answer = await send(engine.admin, row, changed(made, changes));
          expect(answer.status, answer.text).toBe(422);
          expect(answer.body).toMatchObject({ status: 0, message: 'Please check the marked fields.' });
          const texts = Object.entries(errors).map(([field, text]) => [field, [text]]);
          expect(answer.body.errors).toEqual(Object.fromEntries(texts));
          expect(answer.body).not.toHaveProperty('data');
        });
      });
    }

    it.each(queries)('%s refuses %s', async (call, query, fields) => {
      const answer = await engine.admin.get(`${callPath(contract[call])}?${query}`).expect(422);
      expect(Object.keys(answer.body.errors).sort().join()).toBe(fields);
    });

    it('a parameter that is repeated is refused by every call', async () => {
      for (const row of rows)
        for (const name of Object.keys((row.query as { shape?: object } | undefined)?.shape ?? {})) {
          const answer = await engine.admin.get(
            `${callPath(row, { id: 1, categoryId: 1 })}?${name}=&${name}=`,
          );
          expect([row.name, answer.status, answer.body.errors]).toEqual([
            row.name,
            422,
            expect.objectContaining({ [name]: [expect.any(String)] }),
          ]);
        }
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);

function changed(call: GoodCall, changes: Case[0]): GoodCall {
  const { form, json } = call;
  if (!form) return { ...call, json: changes ? { ...(json as object), ...changes } : {} };
  // A form has at least one part.
  const [first = ''] = form.flatMap((part) => ('text' in part ? [part.name] : []));
  if (!changes) return { ...call, form: [{ name: first, text: '' }] };
  const kept = form.filter(({ name }) => !(name in changes) || changes[name] !== undefined);
  const texts = changes as Record<string, string>;
  const more = Object.entries(texts).flatMap(([name, text]): FormPart[] =>
    text === undefined || form.some((part) => part.name === name) ? [] : [{ name, text }],
  );
  return { ...call, form: [...more, ...withTexts(kept, texts)] };
}
