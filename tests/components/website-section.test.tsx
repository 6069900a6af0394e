/** Sites that may embed a company's pages: when each last did, and removing one. */
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { WebsiteSection } from '../../src/company/integrations/website-section.tsx';
import { readEmbeddingSites, deleteEmbeddingSite, type EmbeddingSite } from '../../src/data/embedding-sites.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/data/embedding-sites.ts'));

const COMPANY = '00000000-0000-4000-8000-0000000000c1';
const [CATALOG, BLOG] = ['https://www.example.com', 'https://blog.example.com'];
let serverSites: EmbeddingSite[];
beforeEach(() => {
  queryClient.clear();
  vi.clearAllMocks();
  serverSites = [
    { site: CATALOG, shownAt: new Date(Date.now() - 2 * 3_600_000).toISOString() },
    { site: BLOG, shownAt: null },
  ];
  vi.mocked(readEmbeddingSites).mockImplementation(async () => ok({ sites: structuredClone(serverSites) }));
  vi.mocked(deleteEmbeddingSite).mockImplementation(async ({ site }) => {
    serverSites = serverSites.filter((candidate) => candidate.site !== site);
    return ok({});
  });
});
const show = () => renderScreen(<WebsiteSection company={COMPANY} />, { texts: ['integrations', 'patterns'] });
const remove = (site: string) => page.getByRole('button', { name: `Remove ${site}` });

test('shows when each site last displayed the page, or that it never did', async () => {
  await show();
  await expect.element(page.getByText(/^Last used 2 h.* ago$/)).toBeVisible();
  await expect.element(page.getByText('Not embedded yet')).toBeVisible();
});

test('removes a site after confirmation', async () => {
  await show();
  await remove(BLOG).click();
  expect(deleteEmbeddingSite).not.toHaveBeenCalled();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(remove(BLOG)).not.toBeInTheDocument();
  expect(deleteEmbeddingSite).toHaveBeenCalledExactlyOnceWith({ company: COMPANY, site: BLOG }, expect.anything());
  await expect.element(remove(CATALOG)).toBeVisible();
});

test('keeps a site that could not be removed, and says so', async () => {
  vi.mocked(deleteEmbeddingSite).mockResolvedValue(fail('offline', { retry: true }));
  await show();
  await remove(CATALOG).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(serverSites).toHaveLength(2);
});

test('says when there is no site', async () => {
  serverSites = [];
  await show();
  await expect.element(page.getByText('No allowed websites yet')).toBeVisible();
});
