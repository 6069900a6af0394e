import * as v from 'valibot';
import { LOCALES } from '../../lib/locales.ts';
import { oneOf, text, useUrlState } from '../../ui/address/use-url-state.ts';

const SHAPE = v.object({
  operator: text(100),
  organisation: text(100),
  page: oneOf(['tours', 'next']),
  tour: text(100),
  language: oneOf(['guest', ...LOCALES]),
  theme: oneOf(['guest', 'light', 'dark']),
  how: oneOf(['place', 'dialog']),
  referral: text(100),
  width: oneOf(['full', 'tablet', 'phone']),
  code: oneOf(['script', 'frame', 'link', 'qr']),
});

/** URL state of the tester, so that a shared link shows the same. */
export const useTesterUrl = () => useUrlState(SHAPE);
export type TesterState = ReturnType<typeof useTesterUrl>['state'];
