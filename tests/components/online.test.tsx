/** Queries and mutations of online screens: stale data, prefetching and idempotency keys. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok, type FailureCode, type Result } from '../../src/domain/result.ts';
import type { QueryKey } from '../../src/online/query-key.ts';
import { prefetchQuery, useServerQuery } from '../../src/online/use-server-query.ts';
import { useMutation } from '../../src/online/use-mutation.ts';
import { QueryView } from '../../src/ui/loading/query-view.tsx';
import { FormDialog } from '../../src/ui/overlays/form-dialog.tsx';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

type Ask = () => Promise<Result<string>>;
const newKey = (): QueryKey => [crypto.randomUUID(), 'tested'];
const output = page.getByRole('status', { name: 'Shown' });

function Reader({ of, ask }: { of: QueryKey; ask: Ask }) {
  const query = useServerQuery({ key: of, fetch: ask });
  return (
    <>
      <output aria-label="Shown">{`${query.state} ${query.data ?? query.failure?.code ?? ''}`}</output>
      <button onClick={query.refetch}>Again</button>
    </>
  );
}

test.each<FailureCode>(['not_permitted', 'no_subscription', 'not_found', 'signed_out'])(
  '%s: hides earlier data',
  async (code) => {
    const load = vi.fn<Ask>().mockResolvedValueOnce(ok('seven')).mockResolvedValue(fail(code));
    await renderScreen(<Reader of={newKey()} ask={load} />);
    await expect.element(output).toHaveTextContent('full seven');
    await page.getByRole('button', { name: 'Again' }).click();
    await expect.element(output).toHaveTextContent(`failed ${code}`);
  },
);

test.each<FailureCode>(['offline', 'timeout', 'server', 'bad_response', 'rate_limited'])(
  '%s: keeps earlier data, marked as stale',
  async (code) => {
    const load = vi
      .fn<Ask>()
      .mockResolvedValueOnce(ok('seven'))
      .mockResolvedValue(fail(code, { retry: true }));
    await renderScreen(<Reader of={newKey()} ask={load} />);
    await expect.element(output).toHaveTextContent('full seven');
    await page.getByRole('button', { name: 'Again' }).click();
    await expect.element(output).toHaveTextContent('stale seven');
  },
);

test('prefetched data is there at once, without a second request', async () => {
  const key = newKey();
  const load = vi.fn<Ask>().mockResolvedValue(ok('eight'));
  prefetchQuery({ key, fetch: load });
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  prefetchQuery({ key, fetch: load });
  await renderScreen(<Reader of={key} ask={load} />);
  await expect.element(output).toHaveTextContent('full eight');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a retry keeps its idempotency key; other arguments, or a save after a response, get a new one', async () => {
  const send = vi.fn<(args: string, id: string) => Promise<Result<null>>>();
  function Writer() {
    const { save, result } = useMutation({ send, invalidates: [] });
    return (
      <>
        <output aria-label="Shown">{`${String(send.mock.calls.length)} ${result?.ok ? 'saved' : (result?.code ?? '')}`}</output>
        {['one', 'two'].map((what) => (
          <button key={what} onClick={() => void save(what)}>
            {what}
          </button>
        ))}
      </>
    );
  }
  send.mockResolvedValueOnce(fail('timeout', { retry: true }));
  send.mockResolvedValueOnce(fail('offline', { retry: true }));
  send.mockResolvedValueOnce(fail('timeout', { retry: true }));
  send.mockResolvedValueOnce(ok(null));
  send.mockResolvedValueOnce(fail('invalid'));
  send.mockResolvedValueOnce(ok(null));
  await renderScreen(<Writer />);
  const press = async (what: string, then: string) => {
    await page.getByRole('button', { name: what }).click();
    await expect.element(output).toHaveTextContent(then);
  };
  await press('one', '1 timeout');
  await press('one', '2 offline');
  await press('two', '3 timeout');
  await press('two', '4 saved');
  await press('two', '5 invalid');
  await press('two', '6 saved');
  const ids = send.mock.calls.map(([, id]) => id);
  const [lost, repeated, other, retried, next, afterRefusal] = ids;
  expect(repeated).toBe(lost);
  expect(other).not.toBe(lost);
  expect(retried).toBe(other);
  expect(next).not.toBe(other);
  expect(afterRefusal).not.toBe(next);
});

describe('a wait of more than five seconds', () => {
  const never = () => new Promise<never>(() => undefined);
  const explained = page.getByText('Server not responding');
  const waits = async () => {
    await vi.advanceTimersByTimeAsync(4000);
    expect(explained.elements()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1100);
    // With fake timers, each poll of the assertion would advance the clock.
    vi.useRealTimers();
    await expect.element(explained).toBeVisible();
  };
  afterEach(() => void vi.useRealTimers());

  test('is explained for a query', async () => {
    function Waiter() {
      const query = useServerQuery({ key: newKey(), fetch: never });
      return (
        <QueryView query={query} skeleton={null} failed="Failed">
          {() => null}
        </QueryView>
      );
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderScreen(<Waiter />);
    await expect.element(page.getByRole('progressbar')).toBeInTheDocument();
    await waits();
  });

  test('is explained for a mutation', async () => {
    await renderScreen(
      <FormDialog title="Send" confirm="Send now" onClose={() => undefined} onConfirm={never}>
        <p>To eleven guests.</p>
      </FormDialog>,
    );
    const send = page.getByRole('button', { name: 'Send now' });
    await expect.element(send).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await send.click();
    await expect.element(send).toBeDisabled();
    await waits();
  });
});
