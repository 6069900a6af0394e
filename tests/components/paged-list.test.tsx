/** Which pages a paged list refetches after a change: those in view. */
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Uuid } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { usePagedQuery } from '../../src/online/use-paged-query.ts';
import { renderScreen } from './render-screen.tsx';
import { stays } from '../support/eventually.ts';
import { waitFor } from '../support/wait-for.ts';

interface Row {
  id: string;
  text: string;
}
interface Page {
  rows: Row[];
  next: number | null;
}
const SIZE = 10;
const PAGES = 5;
let company: Uuid;
let version = 1;
const fetchPage = vi.fn<(after: number | null) => void>();
let see: (first: number, last: number) => void;
const showResult = (result: typeof see) => {
  see = result;
};

function List({ onSee }: { onSee: typeof showResult }) {
  const query = usePagedQuery<Page, number, Row>({
    key: [company, 'rows'],
    fetch: async (after) => {
      fetchPage(after);
      await Promise.resolve();
      const from = after ?? 0;
      return ok({
        rows: Array.from({ length: SIZE }, (_, at) => ({
          id: String(from + at),
          text: `row ${from + at} v${version}`,
        })),
        next: from + SIZE < SIZE * PAGES ? from + SIZE : null,
      });
    },
    nextCursorOf: ({ next }) => next,
    rowsOf: ({ rows }) => rows,
  });
  useEffect(() => onSee(query.setVisibleRange), [onSee, query.setVisibleRange]);
  return (
    <div>
      <button type="button" disabled={!query.fetchMore} onClick={() => query.fetchMore?.()}>
        more
      </button>
      <ul>
        {query.rows?.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

const texts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((element) => element.textContent);
const invalidate = () => queryClient.invalidateQueries({ queryKey: [company] });

beforeEach(async () => {
  company = crypto.randomUUID();
  version = 1;
  fetchPage.mockReset();
  await renderScreen(<List onSee={showResult} />, { path: '/' });
  await waitFor(() => expect(texts()).toHaveLength(SIZE));
  for (let at = 2; at <= PAGES; at += 1) {
    await page.getByRole('button').click();
    await waitFor(() => expect(texts()).toHaveLength(SIZE * at));
  }
  fetchPage.mockClear();
});

test('refetches only pages in view; others when they scroll into view', async () => {
  see(42, 49);
  version = 2;
  await invalidate();
  expect(fetchPage.mock.calls).toEqual([[40]]);
  await waitFor(() => expect(texts()[45]).toBe('row 45 v2'));
  expect(texts()[5]).toBe('row 5 v1');
  see(3, 12);
  await waitFor(() => expect(texts()[5]).toBe('row 5 v2'));
  expect(texts()[15]).toBe('row 15 v2');
  expect(texts()[25]).toBe('row 25 v1');
  expect(fetchPage.mock.calls).toEqual([[40], [null], [10]]);
  // Everything in view is fresh: nothing is requested.
  see(4, 13);
  await stays(
    () => fetchPage.mock.calls.length,
    (count) => count === 3,
    400,
  );
});

test('shows a row that moved between pages once', async () => {
  see(0, 5);
  const keep = texts().length;
  await invalidate();
  expect(new Set(texts()).size).toBe(keep);
});
