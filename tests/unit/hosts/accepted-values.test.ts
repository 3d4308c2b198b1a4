import { expect, test } from 'vitest';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { adaptHost } from '../../../hosts/open-host-file.ts';
import { unreceivedFields } from '../../../server/bff/form-kinds.ts';
import type { HostTools } from '../../../server/bff/host-plugin.ts';
import type { Upstream } from '../../../server/bff/upstream/upstream.ts';

/** Returns the capabilities of a host with this host.json. */
function capabilitiesOf(more: object) {
  const file = { version: 1, root: 'https://api.example', dates: { zone: 'UTC' }, ...more };
  const host = parseHostFile(JSON.stringify(file), 'host.json');
  return adaptHost({} as Upstream, host, { mediaPaths: [] } as unknown as HostTools).capabilities;
}

test('the admin area learns which texts, files and choices the calls of host.json take', () => {
  const status = { at: 'state', values: { open: 'on', closed: 'off' } };
  const file = {
    media: { upload: { path: '/files', send: 'multipart', value: 'id' } },
    fields: {
      job: { title: 'name', status, location_type: { always: 'onsite' } },
      blog: { blog_title: 'name' },
      applicant: { status },
    },
    calls: {
      addProjectCategory: { path: '/categories', send: 'json', body: { title: 'name' } },
      updateProjectCategory: { path: '/categories/{id}', body: { title: 'name', image: 'picture' } },
      saveBlog: { path: '/posts', send: 'json', uploads: { blog_image: 'cover' } },
      editBlog: { path: '/posts/{blog_id}', send: 'json', body: { blog_image: 'cover' } },
      addTeamMember: { path: '/people', send: 'multipart', body: { name: 'name', image: 'photo' } },
      updateJobStatus: { path: '/jobs/{id}' },
      addJob: { path: '/jobs', body: { title: 'name' }, add_body: { text: '{department}' } },
    },
  };
  const { accepted } = capabilitiesOf(file).byFile ?? {};
  expect(accepted).toMatchObject({
    addProjectCategory: { image: [], tech_image: [] },
    updateProjectCategory: { tech_image: [] },
    editBlog: { blog_image: [] },
    updateJobStatus: { status: ['open', 'closed'] },
    addTeamMember: { bio: [] },
    addJob: { location_type: ['onsite'], city: [] },
    updateApplicantStatus: { status: ['open', 'closed'] },
  });
  expect(accepted?.updateProjectCategory).not.toHaveProperty('image');
  expect(accepted?.saveBlog).not.toHaveProperty('blog_image');
  expect(accepted?.addTeamMember).not.toHaveProperty('image');
  expect(accepted?.addJob).not.toHaveProperty('department');
});

test('the fields of visitors’ forms that host.json has no place for are known by call, the consent first', () => {
  const calls = {
    applyJob: { path: '/apply', body: { name: 'name', email: 'mail', cover_letter: 'text', cv: 'resume' } },
    applyJobFor: { path: '/apply/{id}', send: 'json', body: { cv: 'resume' }, add_body: { all: everyText } },
    contactUs: {
      path: '/write',
      add_body: { text: '{subject}: {message}' },
      body: { name: 'n', email: 'e' },
    },
  };
  expect(unreceivedFields(capabilitiesOf({ calls }))).toEqual({
    applyJob: ['consent', 'phone', 'city', 'portfolio_url', 'linkedin_url', 'source'],
    applyJobFor: ['cv'],
    contactUs: ['phone'],
  });
  const fields = { applicant: { name: 'name', city: { always: 'Lahore' } } };
  const unnamed = { calls: { applyJob: { path: '/apply' } }, fields };
  expect(unreceivedFields(capabilitiesOf(unnamed))?.applyJob).toContain('city');
  expect(unreceivedFields(capabilitiesOf({ calls: { applyJob: 'as_contract' } }))).toBeUndefined();
  expect(unreceivedFields({})).toBeUndefined();
});

const everyText =
  '{name} {email} {phone} {city} {cover_letter} {portfolio_url} {linkedin_url} {source} {consent}';
