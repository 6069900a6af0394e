/** Optional fields: language of mails, note, newsletter. */
import { FormattedMessage, useIntl } from 'react-intl';
import { LOCALES, NATIVE_LANGUAGE_NAMES, type Locale } from '../../lib/locales.ts';
import { Field } from '../ui/field.tsx';
import { updateFlowInput, useBookingFlow } from './booking-flow.ts';

/** Returns the newsletter consent's text, which is stored verbatim with the consent. */
export function useNewsletterText(): (operator: string) => string {
  const intl = useIntl();
  return (operator) => intl.formatMessage({ id: 'booking.field.news' }, { operator });
}

export function OptionalFields({ operator }: { operator: string }) {
  const intl = useIntl();
  const { typed: input } = useBookingFlow();
  const newsletterText = useNewsletterText();
  return (
    <>
      <div className="bk-field">
        <label htmlFor="field-language">
          <FormattedMessage id="booking.field.language" />
        </label>
        <select
          id="field-language"
          value={input.language === '' ? intl.locale.slice(0, 2) : input.language}
          onChange={({ target }) => updateFlowInput({ language: target.value as Locale })}
        >
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {NATIVE_LANGUAGE_NAMES[locale]}
            </option>
          ))}
        </select>
      </div>
      <Field
        name="note"
        label={intl.formatMessage({ id: 'booking.field.note' })}
        value={input.note}
        isLong
        onChange={(note) => updateFlowInput({ note })}
        help={intl.formatMessage({ id: 'booking.field.note.help' })}
      />
      <label className="bk-tick">
        <input
          type="checkbox"
          checked={input.news}
          onChange={({ target }) => updateFlowInput({ news: target.checked })}
        />
        <span>{newsletterText(operator)}</span>
      </label>
    </>
  );
}
