import type { IntlShape } from 'react-intl';
import { relativeChange } from '../../../domain/figures.ts';

/** How a number stands to that of the range before, in words: "12 % more than before". */
export function changeText(intl: IntlShape, now: number, before: number): string {
  const change = relativeChange(now, before);
  if (change === null) return intl.formatMessage({ id: 'dashboard.change.new' });
  const share = intl.formatNumber(Math.abs(change), {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  });
  if (change === 0) return intl.formatMessage({ id: 'dashboard.change.same' });
  return intl.formatMessage({ id: change > 0 ? 'dashboard.change.more' : 'dashboard.change.less' }, { share });
}

/** A share, and that of before beside it. */
export const previousValueText = (intl: IntlShape, before: number | null): string =>
  before === null
    ? intl.formatMessage({ id: 'dashboard.change.new' })
    : intl.formatMessage({ id: 'dashboard.change.before' }, { share: intl.formatNumber(before, { style: 'percent' }) });
