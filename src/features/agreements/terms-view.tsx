import { useIntl, type IntlShape } from 'react-intl';
import type { Agreement } from '../../data/agreements.ts';
import type { Terms } from '../../domain/agreement-terms.ts';
import type { MinorUnits } from '../../domain/ids.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';

const percentOf = (intl: IntlShape, rate: number) =>
  intl.formatNumber(rate / 100, { style: 'percent', maximumFractionDigits: 2 });

function commission(intl: IntlShape, formats: Formats, terms: Terms, currency: string): string {
  switch (terms.kind) {
    case 'percent':
      return intl.formatMessage({ id: 'agreements.commission' }, { percent: percentOf(intl, terms.percent) });
    case 'per_guest':
      return intl.formatMessage(
        { id: 'agreements.perGuest' },
        { amount: formats.money(terms.amount as MinorUnits, currency) },
      );
    case 'tiers':
      return intl.formatList(
        terms.tiers.map(({ from, percent }, at) =>
          intl.formatMessage(
            { id: at === 0 ? 'agreements.commission' : 'agreements.tier' },
            { percent: percentOf(intl, percent), from },
          ),
        ),
        { type: 'unit' },
      );
  }
}

/** Formats allotments as one line per tour. */
export function useFormatAllotments() {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return ({ allotments, tours }: Pick<Agreement, 'allotments' | 'tours'>): string[] =>
    allotments.map(({ tour, seats, releaseHours }) => {
      const knownTour = tours.find(({ id }) => id === tour);
      const title = knownTour ? formats.text(knownTour.titles) : '–';
      return intl.formatMessage({ id: 'agreements.allotment' }, { seats, tour: title, hours: releaseHours });
    });
}

/** Formats terms, one line each: the commission, exceptions by tour, and how clicks are attributed. */
export function useFormatTerms() {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return (terms: Terms, { currency, tours }: Pick<Agreement, 'currency' | 'tours'>): string[] => [
    commission(intl, formats, terms, currency),
    ...terms.tours.map((tourTerms) => {
      const knownTour = tours.find(({ id }) => id === tourTerms.tour);
      const tour = knownTour ? formats.text(knownTour.titles) : '–';
      return 'amount' in tourTerms
        ? intl.formatMessage(
            { id: 'agreements.perGuestOfTour' },
            { amount: formats.money(tourTerms.amount as MinorUnits, currency), tour },
          )
        : intl.formatMessage({ id: 'agreements.ofTour' }, { percent: percentOf(intl, tourTerms.percent), tour });
    }),
    intl.formatMessage({ id: `agreements.click.${terms.click}` }, { days: terms.windowDays }),
  ];
}

/** Formats the credit limit and the debt. */
export function useFormatAccount() {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return ({ account, owed }: Pick<Agreement, 'account' | 'owed'>): string[] => [
    ...(account
      ? [
          intl.formatMessage(
            { id: 'agreements.onAccount' },
            { limit: formats.money(account.limit as MinorUnits, account.currency) },
          ),
        ]
      : []),
    ...owed
      .filter(({ open }) => open !== 0)
      .map(({ open, currency }) =>
        intl.formatMessage({ id: 'agreements.owed' }, { amount: formats.money(open as MinorUnits, currency) }),
      ),
  ];
}
