/** The standard form: error summary, fields, and a sticky save bar. */
import { Button, Link, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormProvider, type FieldValues, type Path } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { fieldErrorOf } from '../../domain/fields.ts';
import { stateColours } from '../theme/state-colours.ts';
import { DiscardChangesDialog } from '../overlays/discard-changes-dialog.tsx';
import { PHONE } from '../theme/breakpoints.ts';
import { SlowNotice } from '../loading/slow-notice.tsx';
import { gutter, type, weight } from '../theme/sizes.ts';
import { FailureSlot } from './failure-slot.tsx';
import { FIELD_ERROR_TEXTS } from './field-errors.ts';
import type { Form } from './use-form.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' },
  summary: {
    ...type.body,
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${stateColours.no.border}`,
    backgroundColor: stateColours.no.background,
    color: stateColours.no.foreground,
  },
  heading: { margin: 0, fontSize: 'inherit', fontWeight: weight.bold },
  list: { margin: '4px 0 0', paddingLeft: '20px' },
  // A link that wraps is a block in its line: the bullet stays beside its first line.
  link: {
    color: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    verticalAlign: 'top',
    textDecorationLine: 'underline',
  },
  foot: {
    position: 'sticky',
    bottom: '12px',
    // Above the fields that scroll below it, and above their buttons.
    zIndex: 2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px 12px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow8,
    backgroundColor: tokens.colorNeutralBackground1,
    // Full width where there is no room to float.
    [`@media ${PHONE}`]: {
      bottom: 0,
      margin: `0 calc(-1 * ${gutter})`,
      padding: `12px ${gutter} calc(12px + env(safe-area-inset-bottom))`,
      borderRadius: 0,
      borderInlineStyle: 'none',
      borderBottomStyle: 'none',
      boxShadow: 'none',
    },
  },
  failure: { flex: '1 0 100%', ':empty': { display: 'none' } },
  // On a phone the bar is hidden while there is nothing to save.
  calm: { [`@media ${PHONE}`]: { display: 'none' } },
  consequence: { ...type.body, flex: '1 1 240px', margin: 0, color: tokens.colorNeutralForeground2 },
});

export interface FormFrameProps<Values extends FieldValues, Parsed> {
  /** With `isResetBySave`, as the form stays open after a save. */
  form: Form<Values, Parsed>;
  /** Labels of the fields in screen order, for the error summary. */
  labels: Partial<Record<Path<Values>, string>>;
  children: ReactNode;
  /** Notices about the whole form: a failure, an edit conflict, a restored draft. */
  notice?: ReactNode;
  /** The effect of saving, beside the button. */
  consequence?: ReactNode;
  save: ReactNode;
  busy: boolean;
  onSave(values: Parsed): Promise<unknown>;
  /** Renders a field that is currently hidden, in a form that shows its fields in parts. */
  reveal?(name: Path<Values>): void;
}

export function FormFrame<Values extends FieldValues, Parsed>(props: FormFrameProps<Values, Parsed>) {
  const { form, labels, children, notice, consequence, save, busy, onSave, reveal } = props;
  const styles = useStyles();
  const { isDirty, dirtyFields, submitCount } = form.formState;
  const [failureElement, setFailureElement] = useState<HTMLElement | null>(null);
  const [discards, setDiscards] = useState(false);
  const isCalm = !isDirty && !busy && !consequence && submitCount === 0;
  const changes = Object.values(dirtyFields).filter(Boolean).length;
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => onSave(values))(event)}
      >
        <FormSummary form={form} labels={labels} reveal={reveal} />
        <FailureSlot value={failureElement}>
          {notice}
          {children}
        </FailureSlot>
        {busy && <SlowNotice />}
        {/* `data-keep-clear`: toasts don't cover it. */}
        <div className={mergeClasses(styles.foot, isCalm && styles.calm)} data-keep-clear={!isCalm || undefined}>
          <div ref={setFailureElement} className={styles.failure} />
          {(consequence || isDirty) && (
            <p className={styles.consequence}>
              {consequence ?? <FormattedMessage id="form.changes" values={{ count: changes }} />}
            </p>
          )}
          {isDirty && (
            <Button onClick={() => setDiscards(true)} disabled={busy}>
              <FormattedMessage id="form.discard" />
            </Button>
          )}
          <Button
            appearance="primary"
            type="submit"
            disabledFocusable={busy || !isDirty}
            icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
          >
            {save}
          </Button>
        </div>
      </form>
      {discards && (
        <DiscardChangesDialog
          title={<FormattedMessage id="form.discard.title" />}
          keep={<FormattedMessage id="form.discard.stay" />}
          lose={<FormattedMessage id="form.discard" />}
          onAnswer={(loses) => {
            setDiscards(false);
            if (loses) form.reset();
          }}
        >
          <FormattedMessage id="form.discard.text" values={{ count: changes }} />
        </DiscardChangesDialog>
      )}
    </FormProvider>
  );
}

/** After an attempt to save, lists the invalid fields with links to them. Takes the focus once per attempt. */
export function FormSummary<Values extends FieldValues, Parsed>({
  form,
  labels,
  reveal,
}: Pick<FormFrameProps<Values, Parsed>, 'form' | 'labels'> & {
  reveal?: FormFrameProps<Values, Parsed>['reveal'] | undefined;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const summaryRef = useRef<HTMLDivElement>(null);
  const { submitCount, errors, isSubmitSuccessful } = form.formState;
  const invalidNames = (Object.keys(labels) as Path<Values>[]).filter(
    (name) => form.getFieldState(name, form.formState).invalid,
  );
  const isVisible = submitCount > 0 && !isSubmitSuccessful && invalidNames.length > 0;
  useEffect(() => {
    if (submitCount > 0 && Object.keys(errors).length > 0) summaryRef.current?.focus();
    // Once per attempt, not whenever a field becomes valid.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount]);
  if (!isVisible) return null;
  return (
    <div
      ref={summaryRef}
      className={styles.summary}
      role="group"
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: 'form.summary' })}
    >
      <h2 className={styles.heading}>
        <FormattedMessage id="form.summary" />
      </h2>
      <ul className={styles.list}>
        {invalidNames.map((name) => (
          <li key={name}>
            <Link
              as="button"
              type="button"
              className={styles.link}
              onClick={() => {
                reveal?.(name);
                form.setFocus(name);
              }}
            >
              <FormattedMessage
                id={FIELD_ERROR_TEXTS[fieldErrorOf(form.getFieldState(name, form.formState).error?.message)]}
                values={{ name: labels[name] ?? name }}
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
