import { describe, expect, it } from 'vitest';
import { isGuessable } from '#shared/guessable-password.ts';

describe('a password that anybody would guess', () => {
  it.each([
    'password123',
    'P@ssw0rd!!2026',
    'adminadmin',
    'qwertyuiop',
    '1234567890',
    '0987654321',
    '1qaz2wsx3edc',
    'q1w2e3r4t5',
    'letmein-1999',
    'zzzzzzzzzzzzzz',
    'abcabcabcabc',
    'welcome welcome',
    '！！！！！！！！！！',
  ])('%s is refused', (password) => expect(isGuessable(password)).toBe(true));

  it('is one made of the words of its place', () => {
    expect(isGuessable('Naqsh-Peshawar-1')).toBe(false);
    expect(isGuessable('Naqsh-Peshawar-1', ['Naqsh Studio, Peshawar'])).toBe(true);
    expect(isGuessable('ayesha.khan@2025', ['ayesha.khan@naqsh.example'])).toBe(true);
    expect(isGuessable('نقش نقش نقش ۱', ['استوڈیو نقشہ'])).toBe(true);
  });

  it.each([
    'correct horse battery',
    'an operator’s own words',
    'v4n9v-67xwq-4q8gh-r6h43',
    'پہاڑ دریا کتاب چراغ',
    'my password is a mountain river',
    '§%/?+;:~|°',
  ])('%s is none', (password) =>
    expect(isGuessable(password, ['Naqsh Studio', 'admin@localhost'])).toBe(false),
  );

  it('words that are short, or none, take nothing away', () => {
    expect(isGuessable('correct horse battery', ['', 'o', 'e a t', 'r-h'])).toBe(false);
  });
});
