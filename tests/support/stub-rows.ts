import type { Blog } from '#shared/entities/post.ts';
import type { TeamMember } from '#shared/entities/team-member.ts';
import type { Job } from '#shared/schemas/job.ts';

/** A post of the stub. Ids rise with time: the highest id is the newest. */
export function stubPost(id: number, post: Partial<Blog> = {}) {
  const day = new Date(Date.UTC(2026, 0, 1) + id * 86_400_000).toISOString();
  return {
    id,
    blog_title: `Post ${id}`,
    description: `<p>The words of post ${id}.</p>`,
    blog_image: null,
    is_active: 1,
    created_at: day,
    updated_at: day,
    ...post,
  };
}

/** Rich text with elements of most kinds that the editor writes. */
export const richText = `<h2>Light</h2><p>Some <strong>bold</strong>, <em>italic</em> and <u>underlined</u> words, a
  <a href="https://studio.example">link</a>, <span style="color: #a91d2c">red</span> and
  <span style="background-color: #fbeea0">marked</span> ones.</p>
  <ol><li data-list="bullet">one</li><li data-list="bullet">two</li></ol><ol><li data-list="ordered">first</li></ol>
  <blockquote>Said once.</blockquote><pre>const answer = 42;</pre>
  <p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="A dot"></p>
  <figure data-width="wide"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="One more"><figcaption>Below it</figcaption></figure>
  <table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><th>Monday</th><td>12</td></tr></tbody></table>
  <iframe class="ql-video" title="Video" src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"></iframe>
  <p class="ql-align-right">to the right</p>`;

const stamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

/** A team member as stored by the stub; members are ordered by `v_order`. */
export function stubMember(id: number, member: Partial<TeamMember> = {}) {
  return {
    id,
    name: `Member ${id}`,
    designation: `Maker ${id}`,
    department: null,
    image: '',
    bio: null,
    linkedin_url: null,
    facebook_url: null,
    v_order: id,
    is_active: 1,
    ...stamps,
    ...member,
  };
}

/** An open job as stored by the stub, without a closing date. */
export function stubJob(id: number, job: Partial<Job> = {}) {
  return {
    id,
    title: `Job ${id}`,
    slug: `job-${id}`,
    department: 'Film',
    employment_type: 'FULL_TIME',
    location_type: 'onsite',
    city: 'Peshawar',
    region: null,
    country: 'Pakistan',
    description: `<p>The work of job ${id}.</p>`,
    salary_min: null,
    salary_max: null,
    salary_currency: null,
    salary_unit: null,
    show_salary: 0,
    openings: 1,
    status: 'open',
    v_order: id,
    posted_at: '2026-01-01T00:00:00.000Z',
    closes_at: null,
    ...stamps,
    ...job,
  };
}
