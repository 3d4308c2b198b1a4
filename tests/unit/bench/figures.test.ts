import { describe, expect, it } from 'vitest';
import { judge, measureCase, median, sumUp } from '../../bench/figures.ts';

describe('the figures of the bench', () => {
  it('are medians, with the least and the most', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([10, 1, 3, 2])).toBe(2.5);
    expect(sumUp('product', [{ cpu: 30 }, { cpu: 10 }, { cpu: 11, rss: 5 }])).toEqual({
      name: 'product',
      spreads: { cpu: { median: 11, min: 10, max: 30 }, rss: { median: 5, min: 5, max: 5 } },
    });
  });

  it('reach a limit, or miss it by a share of it', () => {
    const measured = [sumUp('product', [{ cpu: 210, rss: 90 }]), sumUp('bare node', [{ cpu: 100 }])];
    const verdict = (limit: Parameters<typeof judge>[0]) => {
      const { value, reached, missedBy } = judge(limit, measured);
      return { value, reached, missedBy: Number(missedBy.toFixed(3)) };
    };
    expect(verdict({ figure: 'cpu', atMost: 1.4, of: 'bare node' })).toEqual({
      value: 2.1,
      reached: false,
      missedBy: 0.5,
    });
    expect(verdict({ figure: 'cpu', atMost: 2.1, of: 'bare node' })).toMatchObject({ reached: true });
    expect(verdict({ figure: 'rss', atMost: 140 })).toEqual({ value: 90, reached: true, missedBy: 0 });
    expect(verdict({ figure: 'rss', atLeast: 100 })).toEqual({ value: 90, reached: false, missedBy: 0.1 });
    expect(verdict({ figure: 'cpu', who: 'bare node', atMost: 50 })).toMatchObject({ missedBy: 1 });
    expect(verdict({ figure: 'cpu', atMost: 1.4, of: 'nginx' })).toMatchObject({
      value: undefined,
      reached: false,
    });
  });

  it('come from rounds that take turns, after all have warmed up', async () => {
    const order: string[] = [];
    const contender = (name: string) => ({
      name,
      warmUp: async () => void order.push(`${name} warms up`),
      round: async () => ({ cpu: order.push(name) }),
    });
    const contenders = [contender('product'), contender('bare node'), { name: 'nginx' }];
    const measured = await measureCase({ name: 'a case', contenders, rounds: 2 });
    expect(order).toEqual([
      'product warms up',
      'bare node warms up',
      ...['product', 'bare node', 'product', 'bare node'],
    ]);
    expect(measured.at(-1)).toEqual({ name: 'nginx', spreads: {} });
  });
});
