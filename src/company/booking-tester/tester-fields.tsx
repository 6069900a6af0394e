import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import type { Catalog } from '../../data/public-booking-shapes.ts';
import { textInLocale } from '../../domain/locales.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { density } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { CommittedInput } from './committed-input.tsx';
import type { TesterState } from './use-tester-url.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(264px, 100%), 1fr))',
    gap: '16px',
    alignItems: 'start',
    '& > *': { minWidth: 0 },
  },
  // Prevents the longest option from widening the field.
  control: { minHeight: density.target, width: '100%', minWidth: 0, '& > select': { minWidth: 0 } },
});

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const styles = useStyles();
  return (
    <Field label={label}>
      <Select className={styles.control} value={value} onChange={(_, data) => onChange(data.value as T)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export interface TesterFieldsProps {
  state: TesterState;
  operator: string;
  /** Suggested operators; others can be typed by their short name. */
  operators: readonly { slug: string; name: string }[];
  /** Null while loading, or if the operator does not exist. */
  catalog: Catalog | null;
  isUnknown: boolean;
  onChange(change: Partial<TesterState>): void;
}

export function TesterFields({ state, operator, operators, catalog, isUnknown, onChange }: TesterFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.fields}>
      <OperatorField
        operator={operator}
        operators={operators}
        catalog={catalog}
        isUnknown={isUnknown}
        onChange={onChange}
      />
      <Choice
        label={intl.formatMessage({ id: 'tester.page' })}
        value={state.page}
        choices={[
          { value: 'tours', label: intl.formatMessage({ id: 'tester.page.tours' }) },
          { value: 'next', label: intl.formatMessage({ id: 'tester.page.next' }) },
        ]}
        onChange={(page) => onChange({ page })}
      />
      {state.page === 'tours' && <ToursPageFields state={state} catalog={catalog} onChange={onChange} />}
      <Choice
        label={intl.formatMessage({ id: 'tester.language' })}
        value={state.language}
        choices={[
          { value: 'guest', label: intl.formatMessage({ id: 'tester.guest' }) },
          ...LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] })),
        ]}
        onChange={(language) => onChange({ language })}
      />
      <Choice
        label={intl.formatMessage({ id: 'tester.theme' })}
        value={state.theme}
        choices={[
          { value: 'guest', label: intl.formatMessage({ id: 'tester.guest' }) },
          { value: 'light', label: intl.formatMessage({ id: 'frame.colours.light' }) },
          { value: 'dark', label: intl.formatMessage({ id: 'frame.colours.dark' }) },
        ]}
        onChange={(theme) => onChange({ theme })}
      />
      <Choice
        label={intl.formatMessage({ id: 'tester.how' })}
        value={state.how}
        choices={[
          { value: 'place', label: intl.formatMessage({ id: 'tester.how.place' }) },
          { value: 'dialog', label: intl.formatMessage({ id: 'tester.how.dialog' }) },
        ]}
        onChange={(how) => onChange({ how })}
      />
      <CommittedInput
        label={intl.formatMessage({ id: 'tester.referral' })}
        value={state.referral}
        hint={intl.formatMessage({ id: 'tester.referral.hint' })}
        onCommit={(referral) => onChange({ referral })}
      />
    </div>
  );
}

function OperatorField({ operator, operators, catalog, isUnknown, onChange }: Omit<TesterFieldsProps, 'state'>) {
  const intl = useIntl();
  const list = useId();
  return (
    <div>
      <CommittedInput
        label={intl.formatMessage({ id: 'tester.operator' })}
        value={operator}
        list={list}
        hint={catalog?.operator.name ?? intl.formatMessage({ id: 'tester.operator.hint' })}
        problem={isUnknown ? intl.formatMessage({ id: 'tester.operator.unknown' }) : null}
        onCommit={(value) => onChange({ operator: value.toLowerCase(), tour: '' })}
      />
      <datalist id={list}>
        {operators.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Fields of the page with all tours: one tour, and the partner whose page it is. */
function ToursPageFields({ state, catalog, onChange }: Pick<TesterFieldsProps, 'state' | 'catalog' | 'onChange'>) {
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  return (
    <>
      <Choice
        label={intl.formatMessage({ id: 'tester.tour' })}
        value={state.tour}
        choices={[
          { value: '', label: intl.formatMessage({ id: 'tester.tour.all' }) },
          ...(catalog?.tours ?? []).map(({ slug, texts }) => ({
            value: slug,
            label: textInLocale(
              Object.fromEntries(Object.entries(texts).map(([language, { title }]) => [language, title])),
              locale,
            ),
          })),
        ]}
        onChange={(tour) => onChange({ tour })}
      />
      <CommittedInput
        label={intl.formatMessage({ id: 'tester.organisation' })}
        value={state.organisation}
        hint={catalog?.organisation?.name ?? intl.formatMessage({ id: 'tester.organisation.hint' })}
        onCommit={(value) => onChange({ organisation: value.toLowerCase() })}
      />
    </>
  );
}
