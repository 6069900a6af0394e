/** Lists what is missing before a tour can be published, with a link to each. */
import { Button, Link, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { LOCALES } from '../../domain/locales.ts';
import type { Missing } from '../../domain/tours.ts';
import { Message } from '../../ui/states/message.tsx';
import { PHONE, TOUCH } from '../../ui/theme/breakpoints.ts';
import { touchTarget, weight } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { TEXT_LABELS } from './use-tour-labels.ts';

const useStyles = makeStyles({
  lines: { display: 'grid', gap: '4px', margin: '8px 0 0', padding: 0, listStyleType: 'none' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 12px' },
  language: { minWidth: '72px', fontWeight: weight.bold, [`@media ${PHONE}`]: { flexBasis: '100%' } },
  fieldLink: {
    color: 'inherit',
    textDecorationLine: 'underline',
    [`@media ${TOUCH}`]: { display: 'inline-flex', alignItems: 'center', minHeight: touchTarget },
  },
});

/** Longer lists are collapsed on phones, until the user opens them or tries to publish. */
const FOLD_ABOVE = 4;

export const MISSING_FIELD_LABELS = {
  title: TEXT_LABELS.title,
  summary: TEXT_LABELS.summary,
  description: TEXT_LABELS.description,
  meeting_point: TEXT_LABELS.meetingPoint,
  prices: 'manage.missing.prices',
  capacity: 'manage.missing.capacity',
  departures: 'manage.missing.departures',
} as const satisfies Record<Missing['field'], MessageId>;

export interface PublishCheckProps {
  missing: readonly Missing[];
  /** Whether publishing was just refused. */
  refused: boolean;
  onFocusField(to: Missing): void;
}

export function PublishCheck({ missing, refused, onFocusField }: PublishCheckProps) {
  const phone = useMediaQuery(PHONE);
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = phone && !isUnfolded && !refused && missing.length > FOLD_ABOVE;
  if (missing.length === 0)
    return (
      <Message state="ok">
        <FormattedMessage id="manage.check.ready" />
      </Message>
    );
  return (
    <Message
      state={refused ? 'attention' : 'waiting'}
      alert={refused}
      title={<FormattedMessage id="manage.check.missing" values={{ count: missing.length }} />}
      actions={
        isFolded && (
          <Button onClick={() => setUnfolded(true)}>
            <FormattedMessage id="manage.check.show" />
          </Button>
        )
      }
    >
      {!isFolded && <MissingFields missing={missing} onFocusField={onFocusField} />}
    </Message>
  );
}

/** Links to the missing fields: a line per language, then those without a language. */
function MissingFields({ missing, onFocusField }: Omit<PublishCheckProps, 'refused'>) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const fieldLink = (item: Missing) => (
    <Link as="button" type="button" key={item.field} className={styles.fieldLink} onClick={() => onFocusField(item)}>
      {intl.formatMessage({ id: MISSING_FIELD_LABELS[item.field] })}
    </Link>
  );
  return (
    <ul className={styles.lines}>
      {LOCALES.map((locale) => {
        const inLanguage = missing.filter(({ language }) => language === locale);
        return (
          inLanguage.length > 0 && (
            <li key={locale} className={styles.line}>
              <span className={styles.language}>{formats.languageName(locale)}</span>
              {inLanguage.map(fieldLink)}
            </li>
          )
        );
      })}
      {missing
        .filter(({ language }) => language === null)
        .map((item) => (
          <li key={item.field} className={styles.line}>
            {fieldLink(item)}
          </li>
        ))}
    </ul>
  );
}
