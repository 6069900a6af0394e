/** A letter in the company's own words: written in four languages, with a look at each, and tested by a mail to oneself. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  saveLetter,
  sendTestLetter,
  type CompanyLetter,
  type LetterRefusal,
  type Letters,
  type LetterSample,
  type TestRefusal,
  type Written,
} from '../../data/letters.ts';
import type { Uuid } from '../../domain/ids.ts';
import { missingHole, unknownHole, type OwnWords } from '../../domain/letter-words.ts';
import type { Result } from '../../domain/result.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { LOCALES, OWN_NAMES, type Locale } from '../../lib/locales.ts';
import { useSave } from '../../online/use-save.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { StaleChoice } from '../../ui/form/stale-choice.tsx';
import { submitted } from '../../ui/form/submitted.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import {
  isEmpty,
  isSame,
  letterFields,
  PARTS,
  typedOf,
  wordsOf,
  type AllWords,
  type Field,
  type Typed,
} from './letter-fields.ts';
import { LetterPreview } from './letter-preview.tsx';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', justifyItems: 'start' },
  field: { width: '100%' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

const braced = (holes: readonly string[]) => holes.map((hole) => `{${hole}}`).join(' ');

type Problem = Exclude<LetterRefusal, { status: 'stale' }> | TestRefusal | { status: 'invalid' };

interface LetterDialogProps {
  company: Uuid;
  letter: CompanyLetter;
  sample: LetterSample[] | null;
  onClose(): void;
}

export function LetterDialog({ company, letter, sample, onClose }: LetterDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { template, known, needed } = letter;
  const kept = (locale: Locale) => letter.words.find((words) => words.locale === locale);
  const [saved, setSaved] = useState(
    () =>
      Object.fromEntries(
        LOCALES.map((locale) => [locale, { subject: kept(locale)?.subject ?? '', body: kept(locale)?.body ?? '' }]),
      ) as AllWords,
  );
  const [theirs, setTheirs] = useState<{ locale: Locale; words: AllWords } | null>(null);
  const form = useForm<Typed, Typed>({ schema: letterFields, values: typedOf(saved) });
  const [locale, setLocale] = useState<Locale>(() => letter.words[0]?.locale ?? (intl.locale.slice(0, 2) as Locale));
  const [versions, setVersions] = useState(
    () => Object.fromEntries(LOCALES.map((one) => [one, kept(one)?.version ?? 0])) as Record<Locale, number>,
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const touches = [[company, 'letters']] as const;
  const saving = useSave<Written & { version: number }, Letters, LetterRefusal>({ send: saveLetter, touches });
  const testing = useSave<Written, { recipient: string }, TestRefusal>({ send: sendTestLetter, touches: [] });
  const typed = wordsOf(form.watch(), locale);

  /** What the server would say as well; said before anything is sent. */
  function problemOf({ subject, body }: OwnWords): Problem | null {
    if (subject.trim() === '' || body.trim() === '') return { status: 'invalid' };
    const unknown = unknownHole(`${subject} ${body}`, known);
    if (unknown !== null) return { status: 'unknown_hole', hole: unknown };
    const missing = missingHole(body, needed);
    return missing === null ? null : { status: 'missing_hole', hole: missing };
  }
  function refused(found: Problem, at: Locale): false {
    setLocale(at);
    setProblem(found);
    return false;
  }

  async function send(all: Typed): Promise<boolean> {
    setProblem(null);
    const changed = LOCALES.filter((one) => !isSame(wordsOf(all, one), saved[one]));
    for (const one of changed) {
      const words = wordsOf(all, one);
      const found = isEmpty(words) ? null : problemOf(words);
      if (found) return refused(found, one);
    }
    const stands = { ...saved };
    for (const one of changed) {
      const words = wordsOf(all, one);
      const answer = await saving.save({ company, template, locale: one, version: versions[one], ...words });
      if (!answer.ok) {
        if (answer.code !== 'refused') return false;
        const { refusal } = answer;
        if (refusal.status !== 'stale') return refused(refusal, one);
        stands[one] = { subject: refusal.subject, body: refusal.body };
        setVersions((now) => ({ ...now, [one]: refusal.version }));
        setSaved({ ...stands });
        setLocale(one);
        setTheirs({ locale: one, words: { ...stands } });
        return false;
      }
      // What follows may be refused: this one is saved.
      stands[one] = words;
      setSaved({ ...stands });
      setVersions((now) => ({ ...now, [one]: isEmpty(words) ? 0 : now[one] + 1 }));
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return true;
  }

  async function test(): Promise<void> {
    setProblem(null);
    const found = problemOf(typed);
    if (found) return void refused(found, locale);
    const answer = await testing.save({ company, template, locale, ...typed });
    if (!answer.ok) {
      if (answer.code === 'refused') refused(answer.refusal, locale);
      return;
    }
    // Pressed again, it is another mail.
    testing.forget();
    const text = intl.formatMessage({ id: 'letters.tested' }, { address: answer.data.recipient });
    void showToast({ intent: 'success', text });
  }

  const labels = Object.fromEntries(
    LOCALES.flatMap((one) =>
      PARTS.map((part) => [`${part}_${one}`, joinFacts(OWN_NAMES[one], intl.formatMessage({ id: `letters.${part}` }))]),
    ),
  ) as Record<Field, string>;
  const failureOf = <T, R>(result: Result<T, R> | null) =>
    result && !result.ok && result.code !== 'refused' ? result : null;
  const failure = failureOf(saving.result) ?? failureOf(testing.result);
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={`letters.name.${template}`} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={theirs !== null}
        onClose={onClose}
        onConfirm={() => submitted(form, send)}
      >
        <div className={styles.fields} data-first>
          {theirs && (
            <StaleChoice
              key={versions[theirs.locale]}
              form={form}
              theirs={typedOf(theirs.words)}
              labels={labels}
              onChosen={() => setTheirs(null)}
            />
          )}
          <Segmented<Locale>
            label={intl.formatMessage({ id: 'letters.language' })}
            kind="choice"
            segments={LOCALES.map((value) => ({ value, label: OWN_NAMES[value] }))}
            value={locale}
            onChange={setLocale}
          />
          <div className={styles.field} key={`subject ${locale}`}>
            <TextField<Typed> name={`subject_${locale}`} label={intl.formatMessage({ id: 'letters.subject' })} />
          </div>
          <div className={styles.field} key={`body ${locale}`}>
            <TextField<Typed>
              name={`body_${locale}`}
              lines={6}
              label={intl.formatMessage({ id: 'letters.body' })}
              hint={<FormattedMessage id="letters.body.hint" />}
            />
          </div>
          <p className={styles.note}>
            <FormattedMessage id="letters.holes" values={{ holes: braced(known) }} />
          </p>
          {needed.length > 0 && (
            <p className={styles.note}>
              <FormattedMessage id="letters.needed" values={{ holes: braced(needed) }} />
            </p>
          )}
          <LetterPreview words={typed} of={sample?.find((one) => one.locale === locale)} />
          <Button disabledFocusable={testing.busy || isEmpty(typed)} onClick={() => void test()}>
            <FormattedMessage id="letters.test" />
          </Button>
          {problem && (
            <Message state="no" alert title={OWN_NAMES[locale]}>
              <FormattedMessage
                id={`letters.refused.${problem.status}`}
                values={{
                  hole: 'hole' in problem ? `{${problem.hole.replace(/^[{]|[}]$/g, '')}}` : '',
                }}
              />
            </Message>
          )}
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
