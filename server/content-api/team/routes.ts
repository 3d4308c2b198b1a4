import { limits } from '#shared/limits.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { reorderRows } from '../../database/reorder.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails } from '../pictures/details.ts';
import { softDeleteRow } from '../row-records/trash-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { formFields } from '../validation/form-fields.ts';
import { presentTeamMember } from './present.ts';
import { activeTeam, findTeamMember, insertTeamMember, pageOfTeam, updateTeamMember } from './repository.ts';

export function teamHandlers(db: Db, media: MediaStore): Handlers {
  return {
    async team() {
      const members = await activeTeam(db);
      const { length: total } = members;
      const page = { current_page: 1, last_page: 1, per_page: limits.teamShown, total };
      const shown = await withDetails(db, members.map(presentTeamMember), ({ image }) => [image]);
      return { data: { data: shown, ...page } };
    },
    async getTeam(call) {
      const found = await pageOfTeam(db, call.page);
      return { data: { ...found, data: found.data.map(presentTeamMember) } };
    },
    async addTeamMember(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(teamMemberInputSchema, form, errors);
      const [image] = form.files('image');
      if (!image) errors.add('image', 'team.imageRequired');
      errors.throwIfAny();
      assertThat(input && image, 'fields.invalid', 422);
      const member = await media.change(
        [image],
        async ({ tx, addressOf }) => {
          const added = await insertTeamMember(tx, input, addressOf(image));
          await noteEdit(tx, 'team_members', added, nameOf(call.admin));
          return added;
        },
        { who: nameOf(call.admin) },
      );
      return { data: presentTeamMember(member), message: 'team.added' };
    },
    async updateTeamMember(call) {
      const form = await call.form();
      const errors = new FieldErrors();
      const input = formFields(teamMemberInputSchema, form, errors);
      errors.throwIfAny();
      assertThat(input, 'fields.invalid', 422);
      const [image] = form.files('image');
      const member = await media.change(
        image ? [image] : [],
        async ({ tx, addressOf, drop }) => {
          const before = await findTeamMember(tx, call.id);
          assertThat(before, 'team.notFound', 404);
          await assertNotNewer(tx, 'team_members', input.updated_at, before);
          if (image) drop(before.image);
          const after = await updateTeamMember(tx, before, input, image && addressOf(image));
          await noteEdit(tx, 'team_members', after, nameOf(call.admin));
          return after;
        },
        { who: nameOf(call.admin) },
      );
      return { data: presentTeamMember(member), message: 'team.updated' };
    },
    async deleteTeamMember(call) {
      assertThat(await softDeleteRow(db, 'team_members', call.id, call.admin?.id), 'team.notFound', 404);
      return { data: null, message: 'team.deleted' };
    },
    async reorderTeam(call) {
      const { ids } = await call.body();
      await reorderRows(db, 'team_members', ids);
      return { data: null, message: 'order.saved' };
    },
  };
}
