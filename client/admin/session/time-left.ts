import { useEffect, useState } from 'react';

/** Formats seconds as minutes and seconds: 113 → "1:53". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats seconds as words: 60 → "1 minute", 95 → "1 minute and 35 seconds". */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [
    minutes > 0 && counted(minutes, 'minute'),
    (rest > 0 || minutes === 0) && counted(rest, 'second'),
  ];
  return parts.filter(Boolean).join(' and ');
}

/**
 * Remaining seconds at which screen readers announce the time. More announcements would make everything else hard to
 * hear.
 */
const announcedAt = [10, 30, 60];

/**
 * Returns the announcement for screen readers when `seconds` are left: the last time of `announcedAt` that was
 * reached, or '' before the first.
 */
export function announcedTime(seconds: number): string {
  const moment = announcedAt.find((at) => seconds <= at);
  return moment === undefined ? '' : `${formatDuration(moment)} left`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Returns the whole seconds until `at` (milliseconds since 1970), never below 0. Computed from the clock each time,
 * because timer ticks may be late.
 */
export function useSecondsLeft(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
