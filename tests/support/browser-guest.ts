/** The guest pages as a guest uses them. */
import type { FrameLocator, Locator, Page } from 'playwright';
import { localTimeIn } from '../../src/booking/ui/times.ts';
import { TIME_ZONE } from './database-fixtures.ts';

/** Returns the start of a fixture's departure as the page shows it. */
export const timeOf = (startsAt: Date): string => localTimeIn(TIME_ZONE, startsAt.getTime());

/** Returns the button of the departure at `time` (11.00 in Danish), on the open day or among the alternatives. */
export const timeButton = (page: Page | FrameLocator | Locator, time: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${time.replace(':', '[:.]')}\\b`) });

export const chooseTime = (page: Page | FrameLocator | Locator, time: string): Promise<void> =>
  timeButton(page, time).click();

/** Chooses a day of the open calendar, in the month shown or the next one. */
export async function chooseDay(page: Page | FrameLocator, date: string): Promise<void> {
  const stop = page.locator('[data-date][tabindex="0"]');
  await stop.waitFor();
  if ((await stop.getAttribute('data-date'))!.slice(0, 7) < date.slice(0, 7)) await stop.press('PageDown');
  await page.locator(`[data-date^="${date.slice(0, 7)}"][tabindex="0"]`).waitFor();
  await page.locator(`[data-date="${date}"][aria-disabled=false]`).click();
}
