import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Locale } from '../../domain/locales.ts';
import { mapLinkOf, readPlace } from '../../domain/map-place.ts';
import { parseMoney } from '../../domain/money.ts';
import { textKey, type TextName, type TypedPrice, type TypedTour } from '../../domain/typed-tour.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { CATEGORY_TEXTS } from '../../ui/category-texts.ts';
import { brand } from '../../ui/theme/brand.ts';
import { contrastOf } from '../../ui/theme/contrast.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/use-formats.ts';

const useStyles = makeStyles({
  page: { ...type.body, color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorNeutralBackground1 },
  head: { ...type.lead, padding: '12px 16px', fontWeight: weight.bold, overflowWrap: 'anywhere' },
  picture: { display: 'block', width: '100%', aspectRatio: '16 / 9', objectFit: 'cover' },
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', padding: '16px' },
  wide: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', gap: '32px', padding: '24px' },
  part: { display: 'grid', gap: '8px', alignContent: 'start', minWidth: 0 },
  title: { ...type.hero, margin: 0, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  small: { ...type.title },
  summary: { ...type.lead, margin: 0 },
  facts: { margin: 0, color: tokens.colorNeutralForeground3 },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  heading: { ...type.lead, margin: '8px 0 0', fontWeight: weight.bold },
  prices: { ...tabular, display: 'grid', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  price: { display: 'flex', gap: '12px', justifyContent: 'space-between' },
  ages: { marginInlineStart: '8px', color: tokens.colorNeutralForeground3 },
  amount: { fontWeight: weight.bold, whiteSpace: 'nowrap' },
  book: {
    ...type.lead,
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: weight.bold,
    textAlign: 'center',
  },
  empty: { margin: 0, padding: '32px 16px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
});

export interface GuestPageProps {
  tour: TypedTour;
  locale: Locale;
  picture: string | null;
  company: { name: string; brandColour: string | null };
  currency: string;
  isWide: boolean;
}

export function GuestPage({ tour, locale, picture, company, currency, isWide }: GuestPageProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const text = (name: TextName) => tour[textKey(name, locale)].trim();
  const colour = company.brandColour ?? brand[80];
  const filled = { backgroundColor: colour, color: contrastOf(colour, '#ffffff') >= 4.5 ? '#ffffff' : '#16201d' };
  const amountOf = ({ amount }: TypedPrice) =>
    /^0+$/.test(amount.trim()) ? 0 : parseMoney(amount, currency, intl.locale);
  const prices = tour.prices.filter(({ isActive }) => isActive);
  const amounts = prices.map(amountOf).filter((amount) => amount !== null);
  const place = readPlace(tour.place);
  const minutes = Number(tour.durationMinutes);

  function agesOf({ minimumAge, maximumAge }: TypedPrice): string | null {
    const [from, to] = [String(minimumAge).trim(), String(maximumAge).trim()];
    if (from && to) return intl.formatMessage({ id: 'manage.preview.ages' }, { from: Number(from), to: Number(to) });
    if (from) return intl.formatMessage({ id: 'manage.preview.older' }, { from: Number(from) });
    return to ? intl.formatMessage({ id: 'manage.preview.younger' }, { to: Number(to) }) : null;
  }

  return (
    <div className={styles.page} lang={locale}>
      <div className={styles.head} style={filled}>
        {company.name}
      </div>
      {picture && <img className={styles.picture} src={picture} alt="" />}
      {text('title') === '' ? (
        <p className={styles.empty} lang={intl.locale}>
          <FormattedMessage id="manage.preview.empty" />
        </p>
      ) : (
        <div className={mergeClasses(styles.body, isWide && styles.wide)}>
          <div className={styles.part}>
            <h3 className={mergeClasses(styles.title, !isWide && styles.small)}>{text('title')}</h3>
            <p className={styles.facts}>
              {joinFacts(
                minutes > 0 && intl.formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
                formats.list(tour.guideLanguages.map(formats.language)),
                amounts.length > 0 &&
                  intl.formatMessage(
                    { id: 'manage.preview.from' },
                    { price: formats.money(Math.min(...amounts), currency) },
                  ),
              )}
            </p>
            {text('summary') && <p className={styles.summary}>{text('summary')}</p>}
            {text('description') && <p className={styles.text}>{text('description')}</p>}
          </div>
          <div className={styles.part}>
            {prices.length > 0 && (
              <ul className={styles.prices}>
                {prices.map((price) => {
                  const amount = amountOf(price);
                  return (
                    <li key={price.id} className={styles.price}>
                      <span>
                        <FormattedMessage id={CATEGORY_TEXTS[price.type]} />
                        <span className={styles.ages}>{agesOf(price)}</span>
                      </span>
                      <span className={styles.amount}>{amount === null ? '' : formats.money(amount, currency)}</span>
                    </li>
                  );
                })}
              </ul>
            )}
            <span className={styles.book} style={filled}>
              <FormattedMessage id="manage.preview.book" />
            </span>
            {text('meetingPoint') && (
              <>
                <h4 className={styles.heading}>
                  <FormattedMessage id="manage.meetingPoint" />
                </h4>
                <p className={styles.text}>{text('meetingPoint')}</p>
                {text('meetingNotes') && <p className={styles.text}>{text('meetingNotes')}</p>}
                {place && place !== 'short' && (
                  <Link href={mapLinkOf(place)} target="_blank" rel="noreferrer">
                    <FormattedMessage id="manage.place.map" />
                  </Link>
                )}
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
