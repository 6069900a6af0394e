/**
 * Minimum break between two tours of a guide, on top of the walk between their meeting points. Owners can change it.
 */
import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveGuideRules } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '12px' },
  heading: { ...type.body, fontWeight: weight.bold, margin: 0 },
  text: { margin: 0 },
  minutes: { width: '120px', minHeight: density.target },
  foot: { display: 'flex', justifyContent: 'flex-end' },
});

/** The server's maximum in minutes. */
const MAX_MINUTES = 240;

export interface MinimumBreakProps {
  company: Uuid;
  minutes: number;
  mayChange: boolean;
}

export function MinimumBreak({ company, minutes, mayChange }: MinimumBreakProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [saved, setSaved] = useState(minutes);
  const [text, setText] = useState(String(minutes));
  const saving = useMutation({ send: (minimum: number) => saveGuideRules(company, minimum), invalidates: [[company]] });
  const newMinutes = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  const isValid = newMinutes !== null && newMinutes <= MAX_MINUTES;
  const dirty = text.trim() !== String(saved);
  useDirtyForm(mayChange && dirty);
  const heading = intl.formatMessage({ id: 'guideTime.minimumBreak' });

  async function save(): Promise<void> {
    if (!isValid) return;
    const result = await saving.save(newMinutes);
    if (!result.ok) return;
    setSaved(newMinutes);
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'guideTime.minimumBreak.saved' }) });
  }

  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{heading}</h3>
      {!mayChange && (
        <p className={styles.text}>
          <FormattedMessage id="guideTime.minimumBreak.is" values={{ minutes }} />
        </p>
      )}
      {saving.result && !saving.result.ok && (
        <Message state="no" alert>
          <FormattedMessage id={FAILURE_TEXTS[saving.result.code]} />
        </Message>
      )}
      {mayChange && (
        <>
          <Field
            label={intl.formatMessage({ id: 'guideTime.minimumBreak.minutes' })}
            hint={intl.formatMessage({ id: 'guideTime.minimumBreak.hint' })}
            {...(isValid
              ? {}
              : {
                  validationState: 'error' as const,
                  validationMessage: intl.formatMessage({ id: 'guideTime.minimumBreak.wrong' }, { max: MAX_MINUTES }),
                })}
          >
            <Input
              className={styles.minutes}
              inputMode="numeric"
              value={text}
              onChange={(_, { value }) => setText(value)}
            />
          </Field>
          <div className={styles.foot}>
            <Button disabledFocusable={!dirty || !isValid || saving.busy} onClick={() => void save()}>
              <FormattedMessage id="guideTime.minimumBreak.save" />
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
