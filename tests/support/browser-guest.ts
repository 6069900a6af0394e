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
