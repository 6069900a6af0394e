/** Texts in four languages side by side, each with its completeness. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyArrowRightRegular } from '@fluentui/react-icons';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../domain/locales.ts';
import { REQUIRED_TEXTS } from '../../domain/tours.ts';
import { TEXT_NAMES, textKey, type TextName, type TourFormValues } from '../../domain/tour-form.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { textNameOf } from './use-missing-fields.ts';
import { TEXT_LABELS } from './use-tour-labels.ts';

const useStyles = makeStyles({
  languages: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: '24px 16px',
  },
  language: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minWidth: 0,
    margin: 0,
    padding: '12px 0 0',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minHeight: '32px' },
  name: { ...type.lead, fontWeight: weight.bold },
});

const LINES: Partial<Record<TextName, number>> = { summary: 2, description: 6, meetingNotes: 2 };
const REQUIRED_NAMES = REQUIRED_TEXTS.map(textNameOf);

export function TextFields() {
  const styles = useStyles();
  return (
    <div className={styles.languages}>
      {LOCALES.map((locale) => (
        <Language key={locale} locale={locale} />
      ))}
    </div>
  );
}

function Language({ locale }: { locale: Locale }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const { control, setValue, getValues } = useFormContext<TourFormValues>();
  const texts = useWatch({ control, name: REQUIRED_NAMES.map((name) => textKey(name, locale)) });
  const english = useWatch({ control, name: TEXT_NAMES.map((name) => textKey(name, DEFAULT_LOCALE)) });
  const translated = useWatch({ control, name: TEXT_NAMES.map((name) => textKey(name, locale)) });
  const missing = texts.filter((text) => !text.trim()).length;
  const language = formats.language(locale);
  const canStart = locale !== DEFAULT_LOCALE && english.some((text, at) => text.trim() && !translated[at]?.trim());

  /** Copies the English texts into empty fields only. */
  function startFromEnglish(): void {
    for (const name of TEXT_NAMES) {
      const to = textKey(name, locale);
      if (getValues(to).trim()) continue;
      setValue(to, getValues(textKey(name, DEFAULT_LOCALE)), { shouldDirty: true, shouldTouch: true });
    }
  }

  return (
    <fieldset className={styles.language} lang={locale} aria-label={formats.languageName(locale)}>
      <div className={styles.head} lang={intl.locale}>
        <span className={styles.name}>{formats.languageName(locale)}</span>
        {missing === 0 ? (
          <StateBadge state="ok">
            <FormattedMessage id="manage.complete" />
          </StateBadge>
        ) : (
          <StateBadge state="waiting">
            <FormattedMessage id="manage.incomplete" values={{ count: missing }} />
          </StateBadge>
        )}
        {canStart && (
          <Button
            size="small"
            appearance="subtle"
            icon={<CopyArrowRightRegular />}
            aria-label={intl.formatMessage({ id: 'manage.startFromEnglishFor' }, { language })}
            onClick={startFromEnglish}
          >
            <FormattedMessage id="manage.startFromEnglish" />
          </Button>
        )}
      </div>
      {TEXT_NAMES.map((name) => (
        <TextField<TourFormValues>
          key={name}
          name={textKey(name, locale)}
          label={intl.formatMessage({ id: TEXT_LABELS[name] })}
          {...(LINES[name] ? { lines: LINES[name] } : {})}
          {...(name === 'meetingNotes' && locale === DEFAULT_LOCALE
            ? { hint: <FormattedMessage id="manage.meetingNotes.hint" /> }
            : {})}
        />
      ))}
    </fieldset>
  );
}
