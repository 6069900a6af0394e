/** Form of a tour report, prefilled from the check-ins and showing each difference. Works offline. */
import { Button, Field, Select, Textarea, makeStyles } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useEffect, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { parsePositiveMoney } from '../../domain/parse-money.ts';
import { compareLines, type SubmittedReport } from '../../domain/tour-report.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Message } from '../../ui/states/message.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density, touchTarget } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { Counter, useDifference } from './counter.tsx';
import type { TourReport, TourReports } from './reports.ts';
import { initialReportFormValues, guideChoices } from './report-form-values.ts';
import { useReportDraft } from './use-report-draft.ts';

const HOLDS = ['departure'];

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '20px' },
  control: { minHeight: density.target, width: '100%', maxWidth: '480px', minWidth: 0 },
  submit: { minHeight: touchTarget },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface ReportFormProps {
  companyId: Uuid;
  report: TourReport;
  tourReports: TourReports;
  /** The user who fills in the form. */
  userId: Uuid;
  formats: Formats;
  onSubmit(payload: SubmittedReport): Promise<boolean>;
  /** Called with whether the form has unsaved input. */
  onTyping(isTyping: boolean): void;
  /** Null if there is no report to return to. */
  onCancel: (() => void) | null;
}

export function ReportForm(props: ReportFormProps) {
  const { companyId, report, tourReports, userId, formats, onSubmit, onTyping, onCancel } = props;
  const styles = useStyles();
  const intl = useIntl();
  const differs = useDifference();
  const { prefilled, guides, report: currentReport, conflicting } = report;
  const { currency, people } = tourReports;
  const draft = useReportDraft(() => initialReportFormValues(report, { userId, currency, locale: intl.locale }), {
    owner: companyId,
    departureId: report.departureId,
  });
  const { values, isTouched, change } = draft;
  const [showsErrors, setShowsErrors] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useDirtyForm(isTouched && !isBusy, HOLDS);
  useEffect(() => {
    onTyping(isTouched);
    return () => onTyping(false);
  }, [isTouched, onTyping]);
  // An empty amount means zero here.
  const isZero = /^[\s0]*(?:[.,]0*)?\s*$/.test(values.handedOver);
  const money = isZero ? 0 : parsePositiveMoney(values.handedOver, currency, intl.locale);
  const lines = compareLines(prefilled, { lines: values.lines });
  const setLine = (type: (typeof lines)[number]['type'], count: number) =>
    change({ lines: lines.map((line) => ({ type: line.type, attended: line.type === type ? count : line.reported })) });
  const differenceText = (by: number) =>
    by !== 0 && (
      <StateBadge state="attention" plain>
        {differs(by)}
      </StateBadge>
    );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setShowsErrors(true);
    if (isBusy || money === null) return;
    setBusy(true);
    const { walkIns, guideId, minutesLate } = values;
    const isStored = await onSubmit({
      replaces: [...(currentReport ? [currentReport.id] : []), ...conflicting.map(({ id }) => id)],
      lines: lines.map(({ type, reported }) => ({ type, attended: reported })),
      walkIns,
      guideId,
      minutesLate,
      incidents: values.incidents.trim() || null,
      note: values.note.trim() || null,
      handedOver: money,
      currency,
    });
    setBusy(false);
    if (isStored) draft.end();
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {draft.restoredAt !== null && (
        <Message
          state="waiting"
          actions={
            <Button onClick={draft.startOver}>
              <FormattedMessage id="numbers.draft.startOver" />
            </Button>
          }
        >
          <FormattedMessage
            id="numbers.draft"
            values={{
              day: formats.day(localDateIn(tourReports.timeZone, draft.restoredAt)),
              time: formats.time(new Date(draft.restoredAt).toISOString()),
            }}
          />
        </Message>
      )}
      <div>
        {lines.map(({ type, booked, attended, reported }) => (
          <Counter
            key={type}
            label={intl.formatMessage({ id: CATEGORY_TEXTS[type] })}
            value={reported}
            onChange={(to) => setLine(type, to)}
          >
            <FormattedMessage id="numbers.known" values={{ booked, attended }} />
            {differenceText(reported - attended)}
          </Counter>
        ))}
        <Counter
          label={intl.formatMessage({ id: 'numbers.walkIns' })}
          value={values.walkIns}
          onChange={(walkIns) => change({ walkIns })}
        >
          <FormattedMessage id="numbers.known.walkIns" values={{ count: prefilled.walkIns }} />
          {differenceText(values.walkIns - prefilled.walkIns)}
        </Counter>
        <Counter
          label={intl.formatMessage({ id: 'numbers.minutesLate' })}
          value={values.minutesLate}
          step={5}
          max={1440}
          onChange={(minutesLate) => change({ minutesLate })}
        />
      </div>
      <Field
        label={intl.formatMessage({ id: 'numbers.handedOver' })}
        hint={
          <>
            <FormattedMessage id="numbers.collected" values={{ amount: formats.money(prefilled.cash, currency) }} />{' '}
            {money !== null && money !== prefilled.cash && (
              <StateBadge state="attention" plain>
                <FormattedMessage
                  id={money > prefilled.cash ? 'numbers.money.more' : 'numbers.money.less'}
                  values={{ amount: formats.money(Math.abs(money - prefilled.cash), currency) }}
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
          onChange={(_, data) => change({ handedOver: data.value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'numbers.guide' })}>
        <Select
          className={styles.control}
          value={values.guideId ?? ''}
          onChange={(_, data) => change({ guideId: data.value || null })}
        >
          <option value="">{intl.formatMessage({ id: 'numbers.guide.notSpecified' })}</option>
          {guideChoices(
            guides.map((guide) => guide.userId),
            { people, and: [userId, values.guideId] },
          ).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={intl.formatMessage({ id: 'numbers.incidents' })}
        hint={intl.formatMessage({ id: 'numbers.incidents.hint' })}
      >
        <Textarea
          className={styles.control}
          resize="vertical"
          maxLength={2000}
          value={values.incidents}
          onChange={(_, data) => change({ incidents: data.value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'numbers.note' })}>
        <Textarea
          className={styles.control}
          resize="vertical"
          maxLength={2000}
          value={values.note}
          onChange={(_, data) => change({ note: data.value })}
        />
      </Field>
      <div className={styles.actions}>
        <Button
          className={styles.submit}
          appearance="primary"
          type="submit"
          icon={<SendRegular />}
          disabledFocusable={isBusy}
        >
          <FormattedMessage id={currentReport ? 'numbers.submit.again' : 'numbers.submit'} />
        </Button>
        {onCancel && (
          <Button
            className={styles.submit}
            onClick={() => {
              draft.end();
              onCancel();
            }}
          >
            <FormattedMessage id="form.cancel" />
          </Button>
        )}
      </div>
    </form>
  );
}
