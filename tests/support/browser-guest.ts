/** The guests' page, as a guest goes through it. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { dateTimeParams } from '../../src/booking/ui/times.ts';
import { TIME_ZONE } from './database-fixtures.ts';

/** What the page says of when a departure of the fixtures starts. */
export const timeOf = (startsAt: Date): string => dateTimeParams(startsAt.toISOString(), TIME_ZONE).time;

/** The departure that is said to start at `time`, in Denmark at 11.00: of the day that is open, or of what is offered instead. */
export const timeButton = (page: Page | FrameLocator | Locator, time: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${time.replace(':', '[:.]')}\\b`) });

export const chooseTime = (page: Page | FrameLocator | Locator, time: string): Promise<void> =>
  timeButton(page, time).click();

/** Chooses a day of the open calendar, whose month may be the one after the month shown. */
export async function chooseDay(page: Page | FrameLocator, date: string): Promise<void> {
  const stop = page.locator('[data-date][tabindex="0"]');
  await stop.waitFor();
  if ((await stop.getAttribute('data-date'))!.slice(0, 7) < date.slice(0, 7)) await stop.press('PageDown');
  await page.locator(`[data-date^="${date.slice(0, 7)}"][tabindex="0"]`).waitFor();
  await page.locator(`[data-date="${date}"][aria-disabled=false]`).click();
}
