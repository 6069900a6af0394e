import type { IntlShape } from 'react-intl';
import { relativeChange } from '../../../domain/figures.ts';

/** Above this, a company's first months would show a growth of thousands of percent. */
const MAX_CHANGE = 10;

/** Formats a share; "–" if there is none. */
export const shareText = (intl: IntlShape, share: number | null): string =>
  share === null ? '–' : intl.formatNumber(share, { style: 'percent' });

/** Formats a change such as "12 % more than before"; null if it exceeds `MAX_CHANGE` or `before` is 0. */
export function changeText(intl: IntlShape, now: number, before: number): string | null {
  const change = relativeChange(now, before);
  if (change === null || change > MAX_CHANGE) return null;
  const share = intl.formatNumber(Math.abs(change), {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  });
  if (change === 0) return intl.formatMessage({ id: 'dashboard.change.same' });
  return intl.formatMessage({ id: change > 0 ? 'dashboard.change.more' : 'dashboard.change.less' }, { share });
}

/** Formats the percentage of the previous period; null if there is none. */
export const previousValueText = (intl: IntlShape, before: number | null): string | null =>
  before === null ? null : intl.formatMessage({ id: 'dashboard.change.before' }, { share: shareText(intl, before) });
