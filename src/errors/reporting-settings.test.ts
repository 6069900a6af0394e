import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { AppError, pageNotFound } from '../lib/app-error.ts';
import { mockReporter } from './reporting.ts';
import { maxEventsOf, reportingSettings } from './reporting-settings.ts';

const KEY = '0123456789abcdef0123456789ABCDEF';

describe('reportingSettings', () => {
  it('accepts only a key of 32 hexadecimal characters', () => {
    expect(reportingSettings({ VITE_BUGSNAG_KEY: KEY })).toMatchObject({ apiKey: KEY, reason: null });
    expect(reportingSettings({})).toMatchObject({ apiKey: null, reason: 'missing' });
    for (const bad of [`${KEY}0`, KEY.slice(1), KEY.replace('0', 'g')])
      expect(reportingSettings({ VITE_BUGSNAG_KEY: bad })).toMatchObject({ apiKey: null, reason: 'malformed' });
  });
  it.each([
    [undefined, 10],
    ['', 10],
    ['1', 1],
    ['100', 100],
    ['0', 10],
    ['101', 10],
    ['2.5', 10],
    ['many', 10],
  ])('reads %s as %i events per session', (value, events) => expect(maxEventsOf(value)).toBe(events));
  it('sends nothing from a stage that is not enabled', () => {
    expect(reportingSettings({ MODE: 'development' }).enabledReleaseStages).not.toContain('development');
    expect(reportingSettings({ VITE_BUGSNAG_RELEASE_STAGES: 'production, staging' }).enabledReleaseStages).toEqual([
      'production',
      'staging',
    ]);
  });
});

it('mock mode logs no more events than the real one would send', () => {
  const logged: unknown[] = [];
  const report = mockReporter({ maxEvents: 2 }, (error) => logged.push(error));
  for (const error of ['a', 'b', 'c']) report(error);
  expect(logged).toEqual(['a', 'b']);
});

describe('describeError', () => {
  it('describes a 404 error', () =>
    expect(describeError(pageNotFound('/da/nowhere'))).toMatchObject({
      statusCode: 404,
      statusMessage: 'Page Not Found: /da/nowhere',
    }));
  it('describes any error as 500 with its message', () => {
    const details = describeError(new Error('No such thing'));
    expect(details).toMatchObject({ statusCode: 500, statusMessage: 'No such thing', description: null });
    expect(details.stack).toContain('No such thing');
  });
  it('describes an AppError with all of its fields', () => {
    const error = new AppError('m', { statusCode: 503, statusMessage: 'Busy', description: 'Later' });
    expect(describeError(error)).toMatchObject({ statusCode: 503, statusMessage: 'Busy', description: 'Later' });
  });
  it('describes router responses and other values', () => {
    expect(describeError({ status: 404, statusText: 'Not Found' })).toMatchObject({
      statusCode: 404,
      statusMessage: 'Not Found',
    });
    expect(describeError('boom')).toMatchObject({ statusCode: 500, statusMessage: 'boom' });
    expect(describeError(null)).toMatchObject({ statusCode: 500, statusMessage: '' });
    expect(describeError({ statusCode: 200 })).toMatchObject({ statusCode: 500 });
  });
});
