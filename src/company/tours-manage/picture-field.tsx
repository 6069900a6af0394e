/** The tour's picture: chosen, made small in the browser, and kept at once. */
import { Button, Field, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, ImageAddRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { FIELD_ERROR_TEXTS } from '../../ui/form/field-errors.ts';
import { showToast } from '../../ui/toasts.ts';
import { MOST_READ, shrinkPicture } from './shrink-picture.ts';
import type { PictureState } from './use-picture.ts';

const useStyles = makeStyles({
  picture: {
    display: 'block',
    width: '100%',
    maxWidth: '400px',
    aspectRatio: '3 / 2',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusLarge,
  },
  content: { display: 'grid', gap: '12px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
});

const MEGABYTE = 1_000_000;

export function PictureField({ picture, isMade }: { picture: PictureState; isMade: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const chooser = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { src, saving } = picture;
  const name = intl.formatMessage({ id: 'manage.picture' });

  const inMegabytes = (bytes: number) =>
    intl.formatNumber(bytes / MEGABYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

  async function keep(base64: string | null): Promise<void> {
    const answer = await saving.save(base64);
    if (answer.ok) {
      const text = intl.formatMessage({ id: 'manage.picture.saved' });
      if (base64 !== null) void showToast({ intent: 'success', text });
    } else if (answer.code === 'refused')
      setTrouble(
        intl.formatMessage({ id: FIELD_ERROR_TEXTS[answer.refusal.problems[0]?.code ?? 'not_a_picture'] }, { name }),
      );
    else setTrouble(intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }));
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setTrouble(null);
    setWorking(true);
    try {
      const shrunk = await shrinkPicture(file);
      if (shrunk.ok) await keep(shrunk.base64);
      else
        setTrouble(
          intl.formatMessage(
            { id: `manage.picture.${shrunk.trouble}` },
            { size: inMegabytes(file.size), most: inMegabytes(MOST_READ) },
          ),
        );
    } finally {
      setWorking(false);
    }
  }

  if (!isMade)
    return (
      <p>
        <FormattedMessage id="manage.picture.saveFirst" />
      </p>
    );
  const busy = working || saving.busy;
  return (
    <Field
      hint={<FormattedMessage id="manage.picture.hint" />}
      {...(trouble
        ? { validationMessage: { role: 'alert', children: trouble }, validationState: 'error' as const }
        : {})}
    >
      {() => (
        <div className={styles.content}>
          {src && <img className={styles.picture} src={src} alt={name} />}
          <div className={styles.actions}>
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              hidden
              aria-label={name}
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                // The same file once more is another try.
                event.target.value = '';
              }}
            />
            <Button icon={<ImageAddRegular />} disabledFocusable={busy} onClick={() => chooser.current?.click()}>
              <FormattedMessage id={src ? 'manage.picture.another' : 'manage.picture.choose'} />
            </Button>
            {src && (
              <Button
                appearance="subtle"
                icon={<DeleteRegular />}
                disabledFocusable={busy}
                onClick={() => void keep(null)}
              >
                <FormattedMessage id="manage.picture.remove" />
              </Button>
            )}
            {busy && (
              <Spinner size="tiny" label={intl.formatMessage({ id: 'manage.picture.working' })} labelPosition="after" />
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
