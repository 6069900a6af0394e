import { ok, type Result } from '../domain/result.ts';

/** The server's maximum page size, for fewer requests. */
export const MAX_PAGE_SIZE = 1000;

/** Reads all pages one after another. Returns the failure of a page; stops early when `signal` aborts. */
export async function eachPage<Cursor, Page extends { next: Cursor | null }>(
  read: (after: Cursor | null) => Promise<Result<Page>>,
  onPage: (page: Page) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<Result<null>> {
  let after: Cursor | null = null;
  do {
    const page = await read(after);
    if (!page.ok) return page;
    await onPage(page.data);
    after = signal?.aborted ? null : page.data.next;
  } while (after !== null);
  return ok(null);
}
