import { describe, expect, it } from 'vitest';
import { type CallName, rows } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { linkPath } from '#shared/link-paths.ts';
import { roles } from '#shared/roles.ts';
import type { FoundThing } from '#shared/schemas/find.ts';
import { withEngine } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { makeApplicant, makeBlog, makeJob, makeLink, makeMessage, newInvite, versionsOf } from './cases.ts';
import { joinTeam, publicUrl } from './support/account-links.ts';

/** The live stream is left out: it stays open as long as a client listens. */
const admins = rows.filter((row) => row.access === 'admin' && row.name !== 'live');

withEngine(
  'embedded',
  (engine) => {
    describe.each(roles)('a session of the role %s', (role) => {
      it('is refused each row whose right it lacks, by that right and nothing else', async () => {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        const refused: string[] = [];
        for (const row of admins) {
          const { status, body } = await agent.call(row.name as CallName);
          if (status === 403 && body.code === 'role.notAllowed') refused.push(row.name);
        }
        const lacked = admins.filter((row) => !mayCall(role, row));
        expect(refused).toEqual(lacked.map(({ name }) => name));
      });
    });

    it.each([
      ['editor', 'blog', 'applicant'],
      ['recruiter', 'applicant', 'blog'],
    ] as const)(
      'lets the role %s restore and erase what it may write, such as a deleted %s, and no %s',
      async (role, own, other) => {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        for (const name of ['restoreDeleted', 'eraseDeleted'] as const) {
          await agent.call(name, { resource: own, id: 987_654 }).expect(404);
          await agent.call(name, { resource: other, id: 987_654 }).expect(403);
        }
        await agent.call('getTrash', { resource: other }).expect(403);
        const { counts } = await agent.read('getTrash');
        expect([own in counts, other in counts]).toEqual([true, false]);
      },
    );

    it('tells how many applied to a job only to who may read applicants', async () => {
      const job = await makeJob(engine, { title: 'Told to few', status: 'open' });
      await makeApplicant(engine, {}, job.id);
      const told: unknown[] = [];
      for (const role of roles) {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        const one = await agent.call('singleJob', job.id).expect(200);
        const list = await agent.call('getJobs', 'search=told').expect(200);
        const seen = [one.body.data, list.body.data.data[0]];
        expect(seen.map(({ title }) => title)).toEqual([job.title, job.title]);
        const names = ['applicants_count', 'unread_count'];
        told.push([role, ...seen.map((shown) => names.filter((name) => name in shown).length)]);
      }
      expect(told).toEqual([
        ['owner', 2, 2],
        ['editor', 0, 0],
        ['recruiter', 2, 2],
        ['reader', 0, 0],
      ]);
    });

    it('finds and counts for each role what it may read, and nothing else', async () => {
      const word = 'Rollenwort';
      await makeBlog(engine, { blog_title: word });
      await makeJob(engine, { title: word });
      await makeApplicant(engine, { name: word });
      await makeMessage(engine, 'contact', { name: word });
      await engine.read('invitePerson', { ...newInvite(), name: word });
      const found: unknown[] = [];
      for (const role of roles) {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        const kinds = (await agent.read('findAnything', { search: word })).found as FoundThing[];
        const counts = Object.keys(await agent.read('deskCounts'));
        found.push([role, kinds.map(({ resource }) => resource).join(), counts.toSorted().join(' ')]);
      }
      const ofMessages = ['deletions_due', 'new_messages'];
      const ofPosts = ['inactive_posts', 'scheduled_posts'];
      const ofRecruiters = ['draft_jobs', 'jobs_closing', 'scheduled_jobs', 'unread_applicants'];
      expect(found).toEqual(
        [
          [
            'owner',
            'applicant,job,blog,message,person',
            [...ofMessages, ...ofPosts, ...ofRecruiters],
          ] as const,
          ['editor', 'job,blog,message', [...ofMessages, ...ofPosts]] as const,
          ['recruiter', 'applicant,job,blog,message', [...ofMessages, ...ofRecruiters]] as const,
          ['reader', 'job,blog', []] as const,
        ].map(([role, kinds, counts]) => [role, kinds, counts.toSorted().join(' ')]),
      );
    });

    it('shows versions to who may read the record, and restores none for who may not write it', async () => {
      const { id } = await makeBlog(engine);
      const [version] = await versionsOf(engine, 'blog', id);
      const { agent } = await signIn(engine.app, await joinTeam(engine, { role: 'recruiter' }));
      await agent.call('getVersion', version?.id).expect(200);
      await agent.call('restoreVersion', version?.id, {}).expect(403);
    });

    it('lets nobody end the session of somebody else', async () => {
      const { agent } = await signIn(engine.app, await joinTeam(engine, { role: 'owner' }));
      const { sessions } = await engine.read('getAccount');
      for (const { id } of sessions) await agent.call('endSession', { id }).expect(404);
      await agent.read('endOtherSessions');
      await engine.read('getAccount');
    });

    it('lets nobody revoke what somebody else opened to look at their own draft', async () => {
      const { agent } = await signIn(engine.app, await joinTeam(engine, { role: 'editor' }));
      const { id: row_id } = await makeBlog(engine);
      const own = await makeLink(engine, { row_id, own: 1 });
      const shared = await makeLink(engine, { row_id });
      await agent.call('revokeContentPreview', own.id).expect(404);
      await engine.visitor.get(linkPath('preview', own.secret ?? '')).expect(200);
      await engine.call('revokeJobPreview', shared.id).expect(404);
      await agent.read('revokeContentPreview', shared.id);
      await engine.read('revokeContentPreview', own.id);
    });

    it('ends with the person: not even what the BFF answers by itself is shown to somebody who was removed', async () => {
      const person = await joinTeam(engine, { role: 'owner' });
      const { agent } = await signIn(engine.app, person);
      await agent.read('getActivity');
      await engine.read('removePerson', person.id);
      for (const row of ['getActivity', 'exportActivity', 'intake'] as const) {
        const { status } = await agent.call(row);
        expect([row, status]).toEqual([row, 401]);
      }
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);
