/**
 * Words that most guessed passwords contain, in addition to the words of the site: docs/security.md §2, Passwords.
 */
const commonWords = [
  'password',
  'passwort',
  'passw',
  'pass',
  'admin',
  'administrator',
  'root',
  'user',
  'login',
  'secret',
  'welcome',
  'letmein',
  'changeme',
  'default',
  'master',
  'monkey',
  'dragon',
  'iloveyou',
  'love',
  'princess',
  'sunshine',
  'football',
  'baseball',
  'basketball',
  'superman',
  'batman',
  'starwars',
  'trustno',
  'computer',
  'internet',
  'samsung',
  'google',
  'pakistan',
  'studio',
  'website',
  'test',
];

/**
 * Sequences of characters that people type without much thought: the alphabet, digits, rows of the keyboard. Each
 * sequence is also checked backwards.
 */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!@#$%^&*()',
  '1029384756',
].flatMap((run) => [run, [...run].reverse().join('')]);

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
};

/** The smallest number of different characters that a good password has apart from its guessable parts. */
const leastLeft = 5;
const leastRun = 3;
const leastWord = 4;

/**
 * True if a password is little more than common words, keyboard runs, repetition, a year, or `words` of the site: the
 * name of the company, the email address of the account. Ignores case, and reads digits as the letters that they
 * replace. Uses no list of leaked passwords.
 */
export function isGuessable(password: string, words: readonly string[] = []) {
  const folded = password.normalize('NFKC').toLowerCase();
  const meant = folded.replace(/[@4031!$5]/g, (sign) => lookalikes[sign] ?? sign);
  const own = words.flatMap((word) =>
    word
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  const known = [...own.filter((word) => word.length >= leastWord), ...commonWords].sort(
    (one, other) => other.length - one.length,
  );
  return [folded, meant].some((text) => leftOf(text, known) < leastLeft);
}

/** Counts the different characters that remain after words, runs, years and spaces are removed. */
function leftOf(text: string, words: readonly string[]) {
  const bare = words.reduce((left, word) => left.replaceAll(word, ' '), text).replace(/(?:19|20)\d\d/g, ' ');
  let left = '';
  for (let at = 0; at < bare.length; ) {
    const length = runAt(bare, at);
    if (length < leastRun) left += bare[at];
    at += length < leastRun ? 1 : length;
  }
  return new Set(left.replace(/\s/g, '')).size;
}

/** Returns the length of the longest run that begins at `at`. */
function runAt(text: string, at: number) {
  let longest = 0;
  for (const run of runs) {
    for (let from = run.indexOf(text[at] ?? ''); from >= 0; from = run.indexOf(text[at] ?? '', from + 1)) {
      let length = 0;
      while (from + length < run.length && text[at + length] === run[from + length]) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
