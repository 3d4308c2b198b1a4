import { expect, it } from 'vitest';
import { webVttFault } from '../../../server/forms/file-types.ts';

const cue = '00:01.000 --> 00:04.000\nWords\n';

it.each([
  [
    'a byte order mark, and line ends of Windows',
    `\ufeffWEBVTT\r\n\r\n${cue.replaceAll('\n', '\r\n')}`,
    undefined,
  ],
  ['line ends of old Macs', `WEBVTT\r\r${cue.replaceAll('\n', '\r')}`, undefined],
  ['a title, and metadata below it', `WEBVTT - Salt Road\nKind: captions\nLanguage: ur\n\n${cue}`, undefined],
  [
    'hours, a name, settings and marks',
    'WEBVTT\n\nscene-1\n01:00:01.000 --> 100:00:04.000 align:start\n<v Gulzar>-> گھر\nTwo lines\n',
    undefined,
  ],
  [
    'a comment, a style and a region',
    `WEBVTT\n\nNOTE\nby Nadia\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n${cue}`,
    undefined,
  ],
  [
    'blank lines in a row, and no line end at the end',
    `WEBVTT\n\n\n\n${cue}\n\n\n00:05.000 --> 00:06.000\nEnd`,
    undefined,
  ],
  ['SubRip', `1\n${cue}`, 'notWebVtt'],
  ['a longer first word', `WEBVTTX\n\n${cue}`, 'notWebVtt'],
  ['bytes that are not UTF-8', Buffer.from(`WEBVTT\n\n${cue}caf\xe9\n`, 'latin1'), 'notWebVtt'],
  ['only a comment', 'WEBVTT\n\nNOTE 00:01.000\n', 'noCaptions'],
  ['commas in times', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHi\n', { line: 3 }],
  ['a name and words, without times', `WEBVTT\n\n${cue}\nname\nwords\n`, { line: 7 }],
  ['a name and nothing after it', `WEBVTT\n\n${cue}\nname\n`, { line: 6 }],
  ['an end before its start', 'WEBVTT\n\n00:04.000 --> 00:01.000\nHi\n', { line: 3 }],
  ['61 seconds', 'WEBVTT\n\n00:61.000 --> 00:62.000\nHi\n', { line: 3 }],
  ['two captions without a blank line between them', `WEBVTT\n\n${cue}${cue}`, { line: 5 }],
  ['a caption in a comment', `WEBVTT\n\nNOTE\n${cue}`, { line: 4 }],
  // In one pass, however long the file is.
  ['half a million blank lines', `WEBVTT\n\n${'\n'.repeat(500_000)}`, 'noCaptions'],
  ['arrows without end', `WEBVTT\n\n${'-->'.repeat(100_000)}`, { line: 3 }],
])('captions with %s', (_what, text, fault) =>
  expect(webVttFault(Buffer.from(text as string))).toEqual(fault),
);
