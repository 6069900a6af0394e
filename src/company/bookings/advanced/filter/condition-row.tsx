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
  value: { gridColumn: '1 / -1', minWidth: 0 },
  operator: { [`@media ${PHONE}`]: { gridColumn: '1 / -1', gridRow: 2 } },
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
  voucher: 'bookings.fact.voucherNumber',
  note: 'bookings.column.note',
  tag: 'advanced.field.tags',
  guests: 'advanced.field.guests',
  category: 'advanced.field.category',
  attendance: 'advanced.field.attendance',
  phase: 'advanced.field.phase',
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

const OPERATOR_TEXTS = {
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
const OPERATOR_TEXT_KINDS: Record<FieldKind, keyof typeof OPERATOR_TEXTS> = {
  words: 'words',
  choice: 'choice',
  list: 'choice',
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
  showsErrors: boolean;
  onChange(draft: ConditionDraft): void;
  onRemove(): void;
}

export function ConditionRow({ draft, number, choices, money, showsErrors, onChange, onRemove }: ConditionRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { field, operator, selected } = draft;
  const label = intl.formatMessage({ id: FIELD_TEXTS[field] });
  const isWrong = showsErrors && toCondition(draft, money) === null;
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'advanced.filter.condition' }, { number, field: label })}
      className={styles.row}
    >
      <FieldInput draft={draft} onChange={onChange} />
      <OperatorInput draft={draft} onChange={onChange} />
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={intl.formatMessage({ id: 'advanced.filter.remove' }, { field: label })}
        onClick={onRemove}
      />
      {operator !== 'lacks' && operator !== 'has' && (
        <Field
          className={styles.value}
          {...(isWrong
            ? {
                validationMessage: intl.formatMessage({
                  id: selected.length > MAX_LISTED_VALUES ? 'advanced.filter.tooMuch' : 'advanced.filter.missing',
                }),
              }
            : {})}
        >
          <ValueInput draft={draft} choices={choices} label={label} onChange={onChange} />
        </Field>
      )}
    </div>
  );
}

type DraftProps = Pick<ConditionRowProps, 'draft' | 'onChange'>;

function FieldInput({ draft, onChange }: DraftProps) {
  const intl = useIntl();
  return (
    <Select
      aria-label={intl.formatMessage({ id: 'advanced.filter.field' })}
      value={draft.field}
      onChange={(_, data) =>
        onChange({ ...emptyCondition(FILTER_FIELDS.find((option) => option === data.value)), id: draft.id })
      }
    >
      {FILTER_FIELDS.map((option) => (
        <option key={option} value={option}>
          {intl.formatMessage({ id: FIELD_TEXTS[option] })}
        </option>
      ))}
    </Select>
  );
}

function OperatorInput({ draft, onChange }: DraftProps) {
  const styles = useStyles();
  const intl = useIntl();
  const operators = operatorsFor(draft.field);
  const texts = OPERATOR_TEXTS[OPERATOR_TEXT_KINDS[FIELDS[draft.field]]];
  return (
    <Select
      className={styles.operator}
      aria-label={intl.formatMessage({ id: 'advanced.filter.how' })}
      value={draft.operator}
      onChange={(_, data) =>
        onChange({ ...draft, operator: operators.find((option) => option === data.value) ?? 'yes' })
      }
    >
      {operators.map((option) => (
        <option key={option} value={option}>
          {intl.formatMessage({ id: texts[option] })}
        </option>
      ))}
    </Select>
  );
}

function ValueInput({
  draft,
  choices,
  label,
  onChange,
}: Pick<ConditionRowProps, 'draft' | 'choices' | 'onChange'> & { label: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { field, text, selected, from, to } = draft;
  const kind = FIELDS[field];
  if (kind === 'choice') {
    const options = withUnknownChoices(choices[field as keyof FilterChoices], selected);
    const chipProps = {
      label,
      selected,
      onChange: (values: string[]) => onChange({ ...draft, selected: values }),
    };
    return options.length > MAX_VISIBLE_CHIPS ? (
      <SearchableChips {...chipProps} choices={options} />
    ) : (
      <FilterChips {...chipProps} choose="any" chips={options} />
    );
  }
  if (kind === 'words' || kind === 'list')
    return (
      <Input
        aria-label={label}
        value={text}
        maxLength={200}
        {...(kind === 'list' ? { placeholder: intl.formatMessage({ id: 'advanced.filter.example.code' }) } : {})}
        onChange={(_, data) => onChange({ ...draft, text: data.value })}
      />
    );
  const rangeEnd = (name: 'from' | 'to', value: string) => {
    const endLabel = intl.formatMessage({ id: `advanced.filter.${name}Of` }, { field: label });
    const update = (text: string) => onChange({ ...draft, [name]: text });
    const inputProps = { label: endLabel, value, onChange: update, optional: true };
    if (kind === 'dates') return <DateInput {...inputProps} />;
    if (kind === 'times') return <TimeInput {...inputProps} />;
    return (
      <Input
        inputMode={kind === 'money' ? 'decimal' : 'numeric'}
        input={{ size: 1 }}
        contentBefore={intl.formatMessage({ id: `advanced.filter.${name}` })}
        aria-label={endLabel}
        value={value}
        onChange={(_, data) => update(data.value)}
      />
    );
  };
  return (
    <div className={styles.ends}>
      {rangeEnd('from', from)}
      {rangeEnd('to', to)}
    </div>
  );
}
