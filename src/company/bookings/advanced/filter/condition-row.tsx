/** One filter condition: field, operator and value. */
import { Button, Field, Input, Select, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { MAX_LISTED_VALUES } from '../../../../domain/booking-filter.ts';
import type { MessageId } from '../../../../i18n/message-id.ts';
import { FilterChips } from '../../../../ui/choices/filter-chips.tsx';
import { DateInput, TimeInput } from '../../../../ui/form/parsed-inputs.tsx';
import { PHONE } from '../../../../ui/theme/breakpoints.ts';
import { withUnknownChoices } from '../../list/with-unknown-choices.ts';
import type { FilterChoices } from './filter-choices.ts';
import {
  emptyCondition,
  FIELDS,
  FILTER_FIELDS,
  operatorsFor,
  toCondition,
  type ConditionDraft,
  type FieldKind,
  type FilterField,
  type Operator,
} from './filter-draft.ts';
import { MAX_VISIBLE_CHIPS, SearchableChips } from './searchable-chips.tsx';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
    gap: '8px',
    alignItems: 'end',
    [`@media ${PHONE}`]: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  what: { gridColumn: '1 / -1', minWidth: 0 },
  how: { [`@media ${PHONE}`]: { gridColumn: '1 / -1', gridRow: 2 } },
  ends: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
});

export const FIELD_TEXTS: Record<FilterField, MessageId> = {
  date: 'advanced.field.date',
  time: 'advanced.field.time',
  tour: 'bookings.tour',
  status: 'bookings.column.status',
  name: 'bookings.column.name',
  guest: 'advanced.field.guest',
  email: 'bookings.fact.email',
  phone: 'bookings.column.phone',
  reference: 'bookings.column.reference',
  voucher: 'bookings.fact.externalReference',
  note: 'bookings.column.note',
  tag: 'advanced.field.tags',
  guests: 'advanced.field.guests',
  category: 'advanced.field.category',
  attendance: 'advanced.field.attendance',
  run: 'advanced.field.run',
  total: 'bookings.column.total',
  paid: 'advanced.field.paid',
  account: 'bookings.method.on_account',
  due: 'advanced.field.due',
  overpaid: 'bookings.filter.overpaid',
  owed: 'bookings.fact.owed',
  currency: 'advanced.field.currency',
  source: 'bookings.column.source',
  partner: 'bookings.filter.partner',
  guide: 'bookings.filter.guide',
  language: 'bookings.filter.language',
  locale: 'advanced.field.locale',
  country: 'bookings.fact.country',
  reason: 'bookings.fact.reason',
  referral: 'advanced.field.referral',
  code: 'advanced.field.code',
  news: 'advanced.field.news',
  created: 'bookings.column.created',
  lead: 'advanced.field.lead',
  expires: 'bookings.fact.expiresAt',
};

const HOW_TEXTS = {
  words: {
    yes: 'advanced.how.contains',
    no: 'advanced.how.containsNot',
    lacks: 'advanced.how.empty',
    has: 'advanced.how.given',
  },
  choice: {
    yes: 'advanced.how.oneOf',
    no: 'advanced.how.noneOf',
    lacks: 'advanced.how.empty',
    has: 'advanced.how.given',
  },
  range: {
    yes: 'advanced.how.between',
    no: 'advanced.how.notBetween',
    lacks: 'advanced.how.empty',
    has: 'advanced.how.given',
  },
  consent: {
    yes: 'advanced.how.consented',
    no: 'advanced.how.notConsented',
    lacks: 'advanced.how.notConsented',
    has: 'advanced.how.consented',
  },
} as const satisfies Record<string, Record<Operator, MessageId>>;
const HOWS_OF: Record<FieldKind, keyof typeof HOW_TEXTS> = {
  words: 'words',
  choice: 'choice',
  typed: 'choice',
  consent: 'consent',
  dates: 'range',
  times: 'range',
  money: 'range',
  count: 'range',
};

export interface ConditionRowProps {
  draft: ConditionDraft;
  /** Position in its group from 1, which tells apart conditions on the same field. */
  number: number;
  choices: FilterChoices;
  money: { currency: string; locale: string };
  /** Whether to show errors, because the user has tried to apply the filter. */
  tried: boolean;
  onChange(draft: ConditionDraft): void;
  onRemove(): void;
}

export function ConditionRow({ draft, number, choices, money, tried, onChange, onRemove }: ConditionRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { field, how } = draft;
  const kind = FIELDS[field];
  const hows = HOW_TEXTS[HOWS_OF[kind]];
  const label = intl.formatMessage({ id: FIELD_TEXTS[field] });
  const isWrong = tried && toCondition(draft, money) === null;
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'advanced.filter.condition' }, { number, field: label })}
      className={styles.row}
    >
      <Select
        aria-label={intl.formatMessage({ id: 'advanced.filter.field' })}
        value={field}
        onChange={(_, data) =>
          onChange({ ...emptyCondition(FILTER_FIELDS.find((one) => one === data.value)), id: draft.id })
        }
      >
        {FILTER_FIELDS.map((one) => (
          <option key={one} value={one}>
            {intl.formatMessage({ id: FIELD_TEXTS[one] })}
          </option>
        ))}
      </Select>
      <Select
        className={styles.how}
        aria-label={intl.formatMessage({ id: 'advanced.filter.how' })}
        value={how}
        onChange={(_, data) =>
          onChange({ ...draft, how: operatorsFor(field).find((one) => one === data.value) ?? 'yes' })
        }
      >
        {operatorsFor(field).map((one) => (
          <option key={one} value={one}>
            {intl.formatMessage({ id: hows[one] })}
          </option>
        ))}
      </Select>
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={intl.formatMessage({ id: 'advanced.filter.remove' }, { field: label })}
        onClick={onRemove}
      />
      {how !== 'lacks' && how !== 'has' && (
        <Field
          className={styles.what}
          {...(isWrong
            ? {
                validationMessage: intl.formatMessage({
                  id: draft.chosen.length > MAX_LISTED_VALUES ? 'advanced.filter.tooMuch' : 'advanced.filter.missing',
                }),
              }
            : {})}
        >
          <What draft={draft} choices={choices} label={label} onChange={onChange} />
        </Field>
      )}
    </div>
  );
}

function What({
  draft,
  choices,
  label,
  onChange,
}: Pick<ConditionRowProps, 'draft' | 'choices' | 'onChange'> & { label: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { field, words, chosen, from, to } = draft;
  const kind = FIELDS[field];
  if (kind === 'choice') {
    const known = withUnknownChoices(choices[field as keyof FilterChoices], chosen);
    const given = { label, selected: chosen, onChange: (values: string[]) => onChange({ ...draft, chosen: values }) };
    return known.length > MAX_VISIBLE_CHIPS ? (
      <SearchableChips {...given} choices={known} />
    ) : (
      <FilterChips {...given} choose="any" chips={known} />
    );
  }
  if (kind === 'words' || kind === 'typed')
    return (
      <Input
        aria-label={label}
        value={words}
        maxLength={200}
        {...(kind === 'typed' ? { placeholder: intl.formatMessage({ id: 'advanced.filter.example.code' }) } : {})}
        onChange={(_, data) => onChange({ ...draft, words: data.value })}
      />
    );
  const end = (name: 'from' | 'to', value: string) => {
    const called = intl.formatMessage({ id: `advanced.filter.${name}Of` }, { field: label });
    const put = (typed: string) => onChange({ ...draft, [name]: typed });
    const given = { label: called, value, onChange: put, optional: true };
    if (kind === 'dates') return <DateInput {...given} />;
    if (kind === 'times') return <TimeInput {...given} />;
    return (
      <Input
        inputMode={kind === 'money' ? 'decimal' : 'numeric'}
        input={{ size: 1 }}
        contentBefore={intl.formatMessage({ id: `advanced.filter.${name}` })}
        aria-label={called}
        value={value}
        onChange={(_, data) => put(data.value)}
      />
    );
  };
  return (
    <div className={styles.ends}>
      {end('from', from)}
      {end('to', to)}
    </div>
  );
}
