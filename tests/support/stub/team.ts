import type { teamRows } from '#shared/contract/team.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { reorderSchema } from '#shared/schemas/reorder.ts';
import { type TeamMemberInput, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import {
  byId,
  conflict,
  invalid,
  ok,
  pageAnswer,
  refused,
  type StubTeamMember,
  softDelete,
} from './content.ts';
import { readBody, readFields } from './form.ts';
import { type HandlerContext, type HandlersOf, keepOptional, stamps } from './handler.ts';

export const teamHandlers: HandlersOf<typeof teamRows> = {
  team: ({ data, show }) => {
    const active = inOrder(data.team.filter((member) => member.is_active === 1));
    return pageAnswer(active, '/', limits.teamShown, (member) => present(member, show));
  },
  getTeam: ({ data, seen, show }) =>
    pageAnswer(inOrder(data.team), seen.url, limits.pageSize, (member) => present(member, show)),
  addTeamMember: (context) => {
    const { form, input } = readMember(context);
    const image = form.file('image');
    form.need(image, 'image', 'team.imageRequired');
    if (!input || !image || form.bad()) return invalid(form.errors);
    const { v_order: order, is_active: active, updated_at: _version, ...texts } = input;
    const last = Math.max(0, ...context.data.team.map((member) => member.v_order));
    const member: StubTeamMember = {
      ...texts,
      id: context.nextId(),
      image: context.keep(image),
      v_order: order ?? last + 1,
      is_active: active ?? 1,
      ...stamps(),
    };
    context.data.team.push(member);
    return ok(present(member, context.show), deskMessages['team.added']);
  },
  updateTeamMember: (context) => {
    const { form, input } = readMember(context);
    if (!input || form.bad()) return invalid(form.errors);
    const member = context.data.team.find((each) => each.id === context.id);
    if (!member) return refused(404, 'team.notFound');
    const { v_order: order, is_active: active, updated_at: version, ...texts } = input;
    if (version && version !== member.updated_at) return conflict(version, member.updated_at);
    const image = keepOptional(context, form.file('image')) ?? member.image;
    const kept = { v_order: order ?? member.v_order, is_active: active ?? member.is_active };
    Object.assign(member, texts, kept, { image });
    member.updated_at = new Date(Math.max(Date.now(), Date.parse(member.updated_at) + 1)).toISOString();
    return ok(present(member, context.show), deskMessages['team.updated']);
  },
  deleteTeamMember: ({ data, id }) =>
    softDelete(data.trash, 'team_member', data.team, id)
      ? ok(null, deskMessages['team.deleted'])
      : refused(404, 'team.notFound'),
  reorderTeam: ({ data, seen }) => {
    const body = readBody(seen, reorderSchema);
    if (body.errors) return invalid(body.errors);
    const members = body.value.ids.map((id) => data.team.find((member) => member.id === id));
    if (members.includes(undefined)) return invalid({ ids: [deskMessages['order.unknown']] });
    for (const [index, member] of members.entries()) if (member) member.v_order = index + 1;
    return ok(null, deskMessages['order.saved']);
  },
};

function readMember({ seen }: HandlerContext): {
  form: ReturnType<typeof readFields>;
  input: TeamMemberInput | undefined;
} {
  const form = readFields(seen);
  const sent = seen.parts.filter((part) => !part.isFile).map((part) => [part.name, part.value]);
  const parsed = teamMemberInputSchema.safeParse(Object.fromEntries(sent));
  for (const { path, message } of parsed.error?.issues ?? []) form.errors[String(path[0])] ??= [message];
  return { form, input: parsed.data };
}

function inOrder(team: StubTeamMember[]): StubTeamMember[] {
  return [...team].sort((one, other) => one.v_order - other.v_order || byId(one, other));
}

function present(member: StubTeamMember, show: HandlerContext['show']) {
  return { ...member, image: show(member.image ?? null) };
}
