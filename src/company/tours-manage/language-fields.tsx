/** Languages of the tour's guides: the main one, and others. */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useController } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { GUIDE_LANGUAGES } from '../../domain/guide-languages.ts';
import type { TourFormValues } from '../../domain/tour-form.ts';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { density } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, maxWidth: '320px' },
  group: { display: 'grid', gap: '8px' },
  chips: { '& > div': { flexWrap: 'wrap' } },
});

export function LanguageFields() {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const { field } = useController<TourFormValues, 'guideLanguages'>({ name: 'guideLanguages' });
  const [main = 'en', ...otherLanguages] = field.value;
  const byName = [...new Set([...GUIDE_LANGUAGES, ...field.value])]
    .map((code) => ({ code, name: formats.languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, intl.locale));
  return (
    <>
      <Field
        label={intl.formatMessage({ id: 'manage.mainLanguage' })}
        hint={<FormattedMessage id="manage.mainLanguage.hint" />}
      >
        <Select
          ref={field.ref}
          className={styles.control}
          value={main}
          onBlur={field.onBlur}
          onChange={(_, { value }) => field.onChange([value, ...otherLanguages.filter((code) => code !== value)])}
        >
          {byName.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles.group}>
        <span>
          <FormattedMessage id="manage.otherLanguages" />
        </span>
        <div className={styles.chips}>
          <FilterChips
            label={intl.formatMessage({ id: 'manage.otherLanguages' })}
            choose="any"
            chips={byName.filter(({ code }) => code !== main).map(({ code, name }) => ({ value: code, label: name }))}
            selected={otherLanguages}
            onChange={(codes) => field.onChange([main, ...codes])}
          />
        </div>
      </div>
    </>
  );
}
