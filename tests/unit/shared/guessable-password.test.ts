import { expect, it } from 'vitest';
import { isGuessable } from '#shared/guessable-password.ts';

it('what anybody would guess is refused, and so are the words of its place', () => {
  const bad = [
    'P@ssw0rd!!2026',
    'adminadmin',
    'qwertyuiop',
    '0987654321',
    '1qaz2wsx3edc',
    'q1w2e3r4t5',
    'letmein-1999',
    'zzzzzzzzzzzzzz',
    'abcabcabcabc',
    '！！！！！！！！！！',
  ];
  expect(bad.filter((password) => !isGuessable(password))).toEqual([]);
  expect(isGuessable('Naqsh-Peshawar-1', ['Naqsh Studio, Peshawar'])).toBe(true);
  expect(isGuessable('ayesha.khan@2025', ['ayesha.khan@naqsh.example'])).toBe(true);
  expect(isGuessable('نقش نقش نقش ۱', ['استوڈیو نقشہ'])).toBe(true);
});

it.each([
  'correct horse battery',
  'v4n9v-67xwq-4q8gh-r6h43',
  'پہاڑ دریا کتاب چراغ',
  'my password is a mountain river',
  '§%/?+;:~|°',
])('%s is none', (password) =>
  expect(isGuessable(password, ['Naqsh Studio', 'admin@localhost', '', 'o', 'r-h'])).toBe(false),
);
