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
  joined: TourReports;
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
  const { companyId, report, joined, userId, formats, onSubmit, onTyping, onCancel } = props;
  const styles = useStyles();
  const intl = useIntl();
  const differs = useDifference();
  const { known, guides, report: standing, conflicting } = report;
  const { currency, people } = joined;
  const draft = useReportDraft(() => initialReportFormValues(report, { userId, currency, locale: intl.locale }), {
    owner: companyId,
    departureId: report.departureId,
  });
  const { typed, isTouched, change } = draft;
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useDirtyForm(isTouched && !isBusy, HOLDS);
  useEffect(() => {
    onTyping(isTouched);
    return () => onTyping(false);
  }, [isTouched, onTyping]);
  // An empty amount means zero here.
  const isNothing = /^[\s0]*(?:[.,]0*)?\s*$/.test(typed.handedOver);
  const money = isNothing ? 0 : parsePositiveMoney(typed.handedOver, currency, intl.locale);
  const lines = compareLines(known, { lines: typed.lines });
  const setLine = (type: (typeof lines)[number]['type'], came: number) =>
    change({ lines: lines.map((line) => ({ type: line.type, came: line.type === type ? came : line.reported })) });
  const offBy = (by: number) =>
    by !== 0 && (
      <StateBadge state="attention" plain>
        {differs(by)}
      </StateBadge>
    );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (isBusy || money === null) return;
    setBusy(true);
    const { walkIns, guideId, minutesLate } = typed;
    const isStored = await onSubmit({
      replaces: [...(standing ? [standing.id] : []), ...conflicting.map(({ id }) => id)],
      lines: lines.map(({ type, reported }) => ({ type, came: reported })),
      walkIns,
      guideId,
      minutesLate,
      incidents: typed.incidents.trim() || null,
      note: typed.note.trim() || null,
      handedOver: money,
      currency,
    });
    setBusy(false);
    if (isStored) draft.end();
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {draft.foundAt !== null && (
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
              day: formats.day(localDateIn(joined.timeZone, draft.foundAt)),
              time: formats.time(new Date(draft.foundAt).toISOString()),
            }}
          />
        </Message>
      )}
      <div>
        {lines.map(({ type, booked, came, reported }) => (
          <Counter
            key={type}
            label={intl.formatMessage({ id: CATEGORY_TEXTS[type] })}
            value={reported}
            onChange={(to) => setLine(type, to)}
          >
            <FormattedMessage id="numbers.known" values={{ booked, came }} />
            {offBy(reported - came)}
          </Counter>
        ))}
        <Counter
          label={intl.formatMessage({ id: 'numbers.walkIns' })}
          value={typed.walkIns}
          onChange={(walkIns) => change({ walkIns })}
        >
          <FormattedMessage id="numbers.known.walkIns" values={{ count: known.walkIns }} />
          {offBy(typed.walkIns - known.walkIns)}
        </Counter>
        <Counter
          label={intl.formatMessage({ id: 'numbers.minutesLate' })}
          value={typed.minutesLate}
          step={5}
          most={1440}
          onChange={(minutesLate) => change({ minutesLate })}
        />
      </div>
      <Field
        label={intl.formatMessage({ id: 'numbers.handedOver' })}
        hint={
          <>
            <FormattedMessage id="numbers.collected" values={{ amount: formats.money(known.cash, currency) }} />{' '}
            {money !== null && money !== known.cash && (
              <StateBadge state="attention" plain>
                <FormattedMessage
                  id={money > known.cash ? 'numbers.money.more' : 'numbers.money.less'}
                  values={{ amount: formats.money(Math.abs(money - known.cash), currency) }}
                />
              </StateBadge>
            )}
          </>
        }
        {...(isAsked && money === null
          ? { validationState: 'error' as const, validationMessage: intl.formatMessage({ id: 'numbers.money.unread' }) }
          : {})}
      >
        <AmountInput
          className={styles.control}
          currency={currency}
          value={typed.handedOver}
          onFocus={(event) => event.target.select()}
          onChange={(_, data) => change({ handedOver: data.value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'numbers.guide' })}>
        <Select
          className={styles.control}
          value={typed.guideId ?? ''}
          onChange={(_, data) => change({ guideId: data.value || null })}
        >
          <option value="">{intl.formatMessage({ id: 'numbers.guide.nobody' })}</option>
          {guideChoices(
            guides.map((guide) => guide.userId),
            { people, and: [userId, typed.guideId] },
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
          value={typed.incidents}
          onChange={(_, data) => change({ incidents: data.value })}
        />
      </Field>
      <Field label={intl.formatMessage({ id: 'numbers.note' })}>
        <Textarea
          className={styles.control}
          resize="vertical"
          maxLength={2000}
          value={typed.note}
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
          <FormattedMessage id={standing ? 'numbers.submit.again' : 'numbers.submit'} />
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
