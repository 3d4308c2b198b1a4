import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { limits, teamPhoto } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { entityValues } from '../../../../../client/admin/shared/entity-form.ts';
import { cutSize } from '../../../../../client/admin/team/crop-image.ts';
import { memberProblems } from '../../../../../client/admin/team/member-form.ts';
import { memberForm, switchedForm } from '../../../../../client/admin/team/member-form-data.ts';

const newMember = entityValues(teamMember.fields);
const photo = new File(['x'], 'photo.webp', { type: 'image/webp' });
const whole = { ...newMember, name: 'Sana', designation: 'Game designer', image: photo };

test('a new member is active', () => {
  expect(newMember.is_active).toBe(true);
});

test('a new member needs a photo, a name and what they do, in the words of the server', () => {
  expect(memberProblems(newMember, true)).toEqual({
    image: deskMessages['team.imageRequired'],
    name: messages['team.nameRequired'],
    designation: messages['team.designationRequired'],
  });
  expect(memberProblems(whole, true)).toEqual({});
  expect(memberProblems({ ...whole, image: null }, false)).toEqual({});
});

test('what the server would refuse is told before it is sent', () => {
  const wrong = {
    ...whole,
    bio: 'x'.repeat(limits.bio + 1),
    linkedin_url: 'javascript:alert(1)',
    facebook_url: 'sana',
  };
  expect(memberProblems(wrong, true)).toEqual({
    bio: messageText('field.tooLong', { limit: limits.bio }),
    linkedin_url: messages['field.badUrl'],
    facebook_url: messages['field.badUrl'],
  });
});

test('the whole member is sent, but for the place in the order, which stays as it is', () => {
  const member = {
    id: 3,
    name: 'Sana',
    designation: 'Game designer',
    department: null,
    image: '/media/sana.webp',
    bio: null,
    linkedin_url: 'https://example.com/sana',
    v_order: 7,
    is_active: 1,
    updated_at: '2026-11-01T10:00:00.000Z',
  };
  const sent = [...switchedForm(member, false).entries()];
  expect(sent).toEqual([
    ['name', 'Sana'],
    ['designation', 'Game designer'],
    ['department', ''],
    ['bio', ''],
    ['linkedin_url', 'https://example.com/sana'],
    ['facebook_url', ''],
    ['is_active', '0'],
    ['updated_at', '2026-11-01T10:00:00.000Z'],
  ]);
  expect(memberForm(whole).get('image')).toBeInstanceOf(File);
  expect(memberForm(whole).has('updated_at')).toBe(false);
});

test.each([
  [4000, 1280, 1600],
  [1600, 1280, 1600],
  [855, 684, 855],
  [401, 320, 400],
  [3, 4, 5],
])('a part of %i pixels of height makes a photo of %i × %i, of the exact shape', (height, width, tall) => {
  const size = cutSize({ height });
  expect(size).toEqual({ width, height: tall });
  expect(size.width * teamPhoto.height).toBe(size.height * teamPhoto.width);
});
