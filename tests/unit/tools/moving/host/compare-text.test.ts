import { expect, it } from 'vitest';
import { compareText } from '../../../../../tools/moving/host/compare-text.ts';

const references = ['/storage/a.png', '/storage/a.png?v=2&w=3', 'https://old.example/b.png'].map(
  (address) => ({
    address,
  }),
);
const compared = (html: string, now: string) => compareText(html, now, references);

it('other addresses may stand in the places of these, and nothing else may be otherwise', () => {
  const html =
    '<img src="/storage/a.png"> <a href="https://old.example/b.png">b</a> <img src="/storage/a.png">';
  const now = html
    .replaceAll('/storage/a.png', '/m/1')
    .replace('https://old.example/b.png', 'https://cdn.example/2');
  const placed = [
    { address: '/storage/a.png', now: '/m/1' },
    { address: 'https://old.example/b.png', now: 'https://cdn.example/2' },
  ];
  expect(compared(html, now)).toEqual({ is: 'same', placed });
  expect(compared(html, ` ${now.replaceAll('> <', '>\r\n<')}`)).toEqual({ is: 'other blanks', placed });
  expect(compared(html, now.replace('>b<', '>c<')).is).toBe('other signs');
  // One picture has become two, so a person has changed the text.
  expect(compared(html, now.replace('/m/1', '/m/3')).is).toBe('other signs');
  expect(compared(html, html)).toMatchObject({ is: 'same', placed: [{ now: '/storage/a.png' }, {}] });
});

it('an address is read as HTML writes it, and is no piece of a longer one', () => {
  expect(compared('<img src="/storage/a.png?v=2&amp;w=3">', '<img src="/m/1?x=1&amp;y=2">')).toEqual({
    is: 'same',
    placed: [{ address: '/storage/a.png?v=2&w=3', now: '/m/1?x=1&y=2' }],
  });
  const longer = '<p>https://elsewhere.example/storage/a.png</p>';
  expect(compared(longer, longer)).toEqual({
    is: 'same',
    placed: [{ address: '/storage/a.png', now: '/storage/a.png' }],
  });
  expect(compareText('<p>x</p>', '<p>x</p>', [])).toEqual({ is: 'same', placed: [] });
});

it('of a text that was written anew the pictures are those in their order, where it has as many', () => {
  const html = '<p><img src="/storage/a.png"><img src="https://old.example/b.png"></p>';
  const anew = '<div><img alt="" src="/m/1" /><img alt="" src="/m/2" /></div>';
  expect(compared(html, anew)).toEqual({
    is: 'other signs',
    placed: [
      { address: '/storage/a.png', now: '/m/1' },
      { address: 'https://old.example/b.png', now: '/m/2' },
    ],
  });
  expect(compared(html, anew.replace(/<img[^>]*>/, ''))).toEqual({ is: 'other signs', placed: [] });
});
