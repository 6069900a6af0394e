/** Storage errors as failures. */
import { describe, expect, test, vi } from 'vitest';
import { withStorage, isConnectionLost, isQuotaError } from './storage-access.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const wrapped = (error: Error, depth: number): Error =>
  depth === 0 ? error : named('DexieError', { inner: wrapped(error, depth - 1) });

describe('isQuotaError', () => {
  test.each([
    ['the browser’s error', named('QuotaExceededError'), true],
    ['an error that wraps it', wrapped(named('QuotaExceededError'), 4), true],
    ['a list of failures that begins with it', named('BulkError', { failures: [named('QuotaExceededError')] }), true],
    ['another error', named('DataError'), false],
    ['no error', undefined, false],
  ])('returns $2 for %s', (_, error, is) => expect(isQuotaError(error)).toBe(is));

  test('ends on an error that is its own cause', () => {
    const error = named('LoopError') as Error & { inner?: unknown };
    error.inner = error;
    expect(isQuotaError(error)).toBe(false);
  });
});

describe('isConnectionLost', () => {
  test.each([
    ['a closed database', named('DatabaseClosedError'), true],
    ['WebKit’s message', new Error('Connection to Indexed Database server lost. Refresh the page'), true],
    ['Chromium’s message', new Error('The database connection is closing.'), true],
    ['a full device', wrapped(named('QuotaExceededError'), 1), false],
    ['a full device that has closed', named('InvalidStateError', { inner: named('QuotaExceededError') }), false],
    ['a bug', named('TypeError'), false],
  ])('returns $2 for %s', (_, error, is) => expect(isConnectionLost(error)).toBe(is));
});

describe('withStorage', () => {
  const options = () => ({ reopen: vi.fn(async () => {}), dropCaches: vi.fn(async () => {}) });
  const failing = (...errors: Error[]) =>
    vi.fn(async () => {
      const error = errors.shift();
      if (error) throw error;
      return 'done';
    });

  test('returns the result of the work', async () => {
    const helpers = options();
    expect(await withStorage(failing(), helpers)).toEqual({ ok: true, data: 'done' });
    expect(helpers.reopen).not.toHaveBeenCalled();
    expect(helpers.dropCaches).not.toHaveBeenCalled();
  });

  test('repeats the work after reopening the connection', async () => {
    const [helpers, work] = [options(), failing(named('InvalidStateError'))];
    expect(await withStorage(work, helpers)).toEqual({ ok: true, data: 'done' });
    expect(work).toHaveBeenCalledTimes(2);
    expect(helpers.reopen).toHaveBeenCalledOnce();
    expect(helpers.dropCaches).not.toHaveBeenCalled();
  });

  test('repeats the work after dropping caches', async () => {
    const [helpers, work] = [options(), failing(named('QuotaExceededError'))];
    expect(await withStorage(work, helpers)).toEqual({ ok: true, data: 'done' });
    expect(helpers.dropCaches).toHaveBeenCalledOnce();
    expect(helpers.reopen).not.toHaveBeenCalled();
  });

  test('gives up after the second failure', async () => {
    const full = failing(named('QuotaExceededError'), named('QuotaExceededError'));
    expect(await withStorage(full, options())).toEqual({ ok: false, code: 'storage_full', retry: true });
    const failsTwice = failing(named('UnknownError'), named('UnknownError'));
    expect(await withStorage(failsTwice, options())).toEqual({ ok: false, code: 'storage_failed', retry: true });
    expect(failsTwice).toHaveBeenCalledTimes(2);
  });

  test('gives up if the database cannot be reopened', async () => {
    const helpers = { ...options(), reopen: () => Promise.reject(new Error('gone')) };
    const work = failing(named('UnknownError'));
    expect(await withStorage(work, helpers)).toEqual({ ok: false, code: 'storage_failed', retry: true });
    expect(work).toHaveBeenCalledOnce();
  });

  test('gives up at once on an error that cannot be fixed', async () => {
    const [helpers, work] = [options(), failing(named('VersionError'))];
    expect(await withStorage(work, helpers)).toEqual({ ok: false, code: 'storage_failed', retry: true });
    expect(work).toHaveBeenCalledOnce();
    expect(helpers.reopen).not.toHaveBeenCalled();
  });

  test('throws unexpected errors', async () => {
    await expect(withStorage(failing(named('TypeError')), options())).rejects.toThrow('TypeError');
    await expect(withStorage(failing(named('QuotaExceededError'), named('TypeError')), options())).rejects.toThrow(
      'TypeError',
    );
  });
});
