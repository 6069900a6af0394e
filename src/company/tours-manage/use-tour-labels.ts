import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { LOCALES } from '../../domain/locales.ts';
import {
  TEXT_NAMES,
  textKey,
  type TextName,
  type PriceFormValues,
  type TourFormValues,
} from '../../domain/tour-form.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

export const TEXT_LABELS = {
  title: 'manage.title',
  summary: 'manage.summary',
  description: 'manage.description',
  meetingPoint: 'manage.meetingPoint',
  meetingNotes: 'manage.meetingNotes',
} as const satisfies Record<TextName, MessageId>;

const LABELS_BEFORE_PRICE_ROWS = {
  durationMinutes: 'manage.duration',
  place: 'manage.place',
  guideLanguages: 'manage.languages',
  vatRate: 'manage.vatRate',
  prices: 'manage.prices',
} as const satisfies Partial<Record<keyof TourFormValues, MessageId>>;
const LABELS_AFTER_PRICE_ROWS = {
  capacity: 'manage.capacity',
  minimumGuests: 'manage.minimumGuests',
  bookingCutOffMinutes: 'manage.bookUntil',
  cancellationCutOffHours: 'manage.cancelUntil',
  depositPercent: 'manage.deposit',
  asksNames: 'manage.asksNames',
  slug: 'manage.slug',
  colour: 'manage.colour',
} as const satisfies Partial<Record<keyof TourFormValues, MessageId>>;

export const PRICE_LABELS = {
  type: 'manage.price.type',
  amount: 'manage.price.amount',
  minimumAge: 'manage.price.from',
  maximumAge: 'manage.price.to',
  seats: 'manage.price.seats',
  vatRate: 'manage.price.vatRate',
  accompaniedBy: 'manage.price.with',
} as const satisfies Partial<Record<keyof PriceFormValues, MessageId>>;

export type TourLabels = Record<string, string>;

/** Returns the label of each form field in screen order. Price fields are named `prices.<index>.<field>`. */
export function useTourLabels(prices: readonly PriceFormValues[]): TourLabels {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const texts = LOCALES.flatMap((locale) =>
    TEXT_NAMES.map((name) => [
      textKey(name, locale),
      intl.formatMessage(
        { id: 'manage.inLanguage' },
        { field: intl.formatMessage({ id: TEXT_LABELS[name] }), language: formats.language(locale) },
      ),
    ]),
  );
  const translated = (labels: Record<string, MessageId>) =>
    Object.entries(labels).map(([name, id]) => [name, intl.formatMessage({ id })]);
  const rows = prices.flatMap(({ type }, at) =>
    Object.entries(PRICE_LABELS).map(([name, id]) => [
      `prices.${String(at)}.${name}`,
      intl.formatMessage(
        { id: 'manage.ofPrice' },
        { field: intl.formatMessage({ id }), category: intl.formatMessage({ id: CATEGORY_TEXTS[type] }) },
      ),
    ]),
  );
  return Object.fromEntries([
    ...texts,
    ...translated(LABELS_BEFORE_PRICE_ROWS),
    ...rows,
    ...translated(LABELS_AFTER_PRICE_ROWS),
  ]) as TourLabels;
}
