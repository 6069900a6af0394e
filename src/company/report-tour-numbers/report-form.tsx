/** Form of a tour report, prefilled from the check-ins and showing each difference. Works offline. */
import { Button, makeStyles } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useEffect, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { SubmittedReport } from '../../domain/tour-report.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { Message } from '../../ui/states/message.tsx';
import { touchTarget } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { CountFields, GuideField, HandedOverField, LongTextField } from './report-fields.tsx';
import type { TourReport, TourReports } from './reports.ts';
import { initialReportFormValues, parseHandedOver, toSubmittedReport } from './report-form-values.ts';
import { useReportDraft } from './use-report-draft.ts';

/** Another `departure` in the URL closes the form. */
const CLOSING_PARAMS = ['departure'];

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '20px' },
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
  const { report, tourReports, userId, formats, onCancel } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { draft, showsErrors, isBusy, submit } = useReportForm(props);
  const { values, change } = draft;
  const fieldProps = { report, values, onChange: change };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {draft.restoredAt !== null && (
        <RestoredDraftNotice
          restoredAt={draft.restoredAt}
          timeZone={tourReports.timeZone}
          formats={formats}
          onStartOver={draft.startOver}
        />
      )}
      <CountFields {...fieldProps} />
      <HandedOverField {...fieldProps} currency={tourReports.currency} showsErrors={showsErrors} formats={formats} />
      <GuideField {...fieldProps} people={tourReports.people} userId={userId} />
      <LongTextField
        label={intl.formatMessage({ id: 'numbers.incidents' })}
        hint={intl.formatMessage({ id: 'numbers.incidents.hint' })}
        value={values.incidents}
        onChange={(incidents) => change({ incidents })}
      />
      <LongTextField
        label={intl.formatMessage({ id: 'numbers.note' })}
        value={values.note}
        onChange={(note) => change({ note })}
      />
      <div className={styles.actions}>
        <Button
          className={styles.submit}
          appearance="primary"
          type="submit"
          icon={<SendRegular />}
          disabledFocusable={isBusy}
        >
          <FormattedMessage id={report.report ? 'numbers.submit.again' : 'numbers.submit'} />
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

/** Returns the draft and its submission. */
function useReportForm(props: ReportFormProps) {
  const { companyId, report, userId, onSubmit, onTyping } = props;
  const { currency } = props.tourReports;
  const { locale } = useIntl();
  const draft = useReportDraft(() => initialReportFormValues(report, { userId, currency, locale }), {
    owner: companyId,
    departureId: report.departureId,
  });
  const { values, isTouched } = draft;
  const [showsErrors, setShowsErrors] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useDirtyForm(isTouched && !isBusy, CLOSING_PARAMS);
  useEffect(() => {
    onTyping(isTouched);
    return () => onTyping(false);
  }, [isTouched, onTyping]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setShowsErrors(true);
    const handedOver = parseHandedOver(values.handedOver, currency, locale);
    if (isBusy || handedOver === null) return;
    setBusy(true);
    const isStored = await onSubmit(toSubmittedReport(values, report, { handedOver, currency }));
    setBusy(false);
    if (isStored) draft.end();
  }

  return { draft, showsErrors, isBusy, submit };
}

interface RestoredDraftNoticeProps {
  /** When the draft was typed, in milliseconds since 1970. */
  restoredAt: number;
  timeZone: string;
  formats: Formats;
  onStartOver(): void;
}

function RestoredDraftNotice({ restoredAt, timeZone, formats, onStartOver }: RestoredDraftNoticeProps) {
  return (
    <Message
      state="waiting"
      actions={
        <Button onClick={onStartOver}>
          <FormattedMessage id="numbers.draft.startOver" />
        </Button>
      }
    >
      <FormattedMessage
        id="numbers.draft"
        values={{
          day: formats.day(localDateIn(timeZone, restoredAt)),
          time: formats.time(new Date(restoredAt).toISOString()),
        }}
      />
    </Message>
  );
}
