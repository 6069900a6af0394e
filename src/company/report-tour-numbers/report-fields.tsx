/** Fields of the report form: counts with their differences, money, guide and texts. */
import { Field, Select, Textarea, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { compareLines } from '../../domain/tour-report.ts';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density } from '../../ui/theme/sizes.ts';
import { Counter, useFormatDifference } from './counter.tsx';
import { guideChoices, parseHandedOver, type ReportFormValues } from './report-form-values.ts';
import type { TourReport } from './reports.ts';

const useStyles = makeStyles({
  control: { minHeight: density.target, width: '100%', maxWidth: '480px', minWidth: 0 },
});

interface ReportFieldProps {
  report: TourReport;
  values: ReportFormValues;
  onChange(to: Partial<ReportFormValues>): void;
}

export function CountFields({ report: { prefilled }, values, onChange }: ReportFieldProps) {
  const intl = useIntl();
  const lines = compareLines(prefilled, values);
  const setLine = (type: (typeof lines)[number]['type'], count: number) =>
    onChange({
      lines: lines.map((line) => ({ type: line.type, attended: line.type === type ? count : line.reported })),
    });
  return (
    <div>
      {lines.map(({ type, booked, attended, reported }) => (
        <Counter
          key={type}
          label={intl.formatMessage({ id: CATEGORY_TEXTS[type] })}
          value={reported}
          onChange={(to) => setLine(type, to)}
        >
          <FormattedMessage id="numbers.known" values={{ booked, attended }} />
          <Difference by={reported - attended} />
        </Counter>
      ))}
      <Counter
        label={intl.formatMessage({ id: 'numbers.walkIns' })}
        value={values.walkIns}
        onChange={(walkIns) => onChange({ walkIns })}
      >
        <FormattedMessage id="numbers.known.walkIns" values={{ count: prefilled.walkIns }} />
        <Difference by={values.walkIns - prefilled.walkIns} />
      </Counter>
      <Counter
        label={intl.formatMessage({ id: 'numbers.minutesLate' })}
        value={values.minutesLate}
        step={5}
        max={1440}
        onChange={(minutesLate) => onChange({ minutesLate })}
      />
    </div>
  );
}

function Difference({ by }: { by: number }) {
  const formatDifference = useFormatDifference();
  if (by === 0) return null;
  return (
    <StateBadge state="attention" plain>
      {formatDifference(by)}
    </StateBadge>
  );
}

export interface HandedOverFieldProps extends ReportFieldProps {
  currency: string;
  showsErrors: boolean;
  formats: Formats;
}

export function HandedOverField(props: HandedOverFieldProps) {
  const { report, values, currency, showsErrors, formats, onChange } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { cash } = report.prefilled;
  const money = parseHandedOver(values.handedOver, currency, intl.locale);
  return (
    <Field
      label={intl.formatMessage({ id: 'numbers.handedOver' })}
      hint={
        <>
          <FormattedMessage id="numbers.collected" values={{ amount: formats.money(cash, currency) }} />{' '}
          {money !== null && money !== cash && (
            <StateBadge state="attention" plain>
              <FormattedMessage
                id={money > cash ? 'numbers.money.more' : 'numbers.money.less'}
                values={{ amount: formats.money(Math.abs(money - cash), currency) }}
              />
            </StateBadge>
          )}
        </>
      }
      {...(showsErrors && money === null
        ? { validationState: 'error' as const, validationMessage: intl.formatMessage({ id: 'numbers.money.unread' }) }
        : {})}
    >
      <AmountInput
        className={styles.control}
        currency={currency}
        value={values.handedOver}
        onFocus={(event) => event.target.select()}
        onChange={(_, data) => onChange({ handedOver: data.value })}
      />
    </Field>
  );
}

export interface GuideFieldProps extends ReportFieldProps {
  people: ReadonlyMap<Uuid, string>;
  /** The user who fills in the form, also a choice. */
  userId: Uuid;
}

export function GuideField({ report, people, userId, values, onChange }: GuideFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  const guideIds = report.guides.map((guide) => guide.userId);
  return (
    <Field label={intl.formatMessage({ id: 'numbers.guide' })}>
      <Select
        className={styles.control}
        value={values.guideId ?? ''}
        onChange={(_, data) => onChange({ guideId: data.value || null })}
      >
        <option value="">{intl.formatMessage({ id: 'numbers.guide.notSpecified' })}</option>
        {guideChoices(guideIds, { people, next: [userId, values.guideId] }).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export interface LongTextFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
}

export function LongTextField({ label, hint, value, onChange }: LongTextFieldProps) {
  const styles = useStyles();
  return (
    <Field label={label} hint={hint ?? null}>
      <Textarea
        className={styles.control}
        resize="vertical"
        maxLength={2000}
        value={value}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}
