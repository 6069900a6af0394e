/** Letters to guests in the company's own words (ADR 043): which there are, and the page for reviews. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { readLetters, saveReviewLink, type CompanyLetter, type Letters } from '../../data/letters.ts';
import { optionalUrl } from '../../domain/fields.ts';
import type { Uuid } from '../../domain/ids.ts';
import { OWN_NAMES } from '../../lib/locales.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitted } from '../../ui/form/submitted.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { SectionRow, SectionRows } from '../../ui/facts/section-rows.tsx';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', justifyItems: 'start' },
  field: { width: '100%' },
});

export function LettersSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const intl = useIntl();
  const [opened, setOpened] = useState<CompanyLetter | null>(null);
  const answer = useAnswer({ key: [company, 'letters'], ask: (signal) => readLetters(company, signal) });
  return (
    <FormSection title="letters.title">
      <p className={styles.about}>
        <FormattedMessage id="letters.about" />
      </p>
      <AnswerView answer={answer} skeleton={null} failed={<FormattedMessage id="letters.failed" />}>
        {(read) => (
          <>
            <SectionRows>
              {read.letters.map((letter) => {
                const name = intl.formatMessage({ id: `letters.name.${letter.template}` });
                const languages = letter.words.map(({ locale }) => OWN_NAMES[locale]);
                return (
                  <SectionRow
                    key={letter.template}
                    name={name}
                    state={
                      languages.length === 0 ? (
                        <FormattedMessage id="letters.ours" />
                      ) : (
                        <FormattedMessage
                          id="letters.own"
                          values={{ languages: intl.formatList(languages, { type: 'unit' }) }}
                        />
                      )
                    }
                    action={
                      <Button
                        appearance="subtle"
                        aria-label={intl.formatMessage({ id: 'letters.change' }, { letter: name })}
                        onClick={() => setOpened(letter)}
                      >
                        <FormattedMessage id="letters.change" values={{ letter: '' }} />
                      </Button>
                    }
                  />
                );
              })}
            </SectionRows>
            <ReviewLink key={read.reviewUrl} company={company} url={read.reviewUrl} />
            {opened && (
              <LetterDialog company={company} letter={opened} sample={read.sample} onClose={() => setOpened(null)} />
            )}
          </>
        )}
      </AnswerView>
    </FormSection>
  );
}

const reviewSchema = v.object({ url: optionalUrl() });
type Review = v.InferInput<typeof reviewSchema>;

function ReviewLink({ company, url }: { company: Uuid; url: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<Review, Review>({ schema: reviewSchema, values: { url } });
  const saving = useSave<string, Letters>({
    send: (given) => saveReviewLink({ company, url: given }),
    touches: [[company, 'letters']],
  });
  const { result } = saving;
  async function save(): Promise<void> {
    const done = await submitted(form, async (values) => (await saving.save(values.url)).ok);
    if (done) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
  }
  return (
    <FormProvider {...form}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles.field}>
          <TextField<Review>
            name="url"
            type="url"
            label={intl.formatMessage({ id: 'letters.review' })}
            hint={<FormattedMessage id="letters.review.hint" />}
          />
        </div>
        {result && !result.ok && <SaveFailed failure={result} />}
        <Button type="submit" disabledFocusable={saving.busy || !form.formState.isDirty}>
          <FormattedMessage id="letters.review.save" />
        </Button>
      </form>
    </FormProvider>
  );
}
