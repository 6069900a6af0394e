/** Discount codes and gift vouchers with their use (ADR 049). */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readCodes, type Code } from '../../data/codes.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { CodeDialog } from './code-dialog.tsx';
import type { SettingsSectionProps } from './section-props.ts';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

/** Returns a function that formats a code's value, validity and use. */
function useCodeFacts() {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return (code: Code) => {
    const money = (amount: number | null) => formats.money(amount ?? 0, code.currency ?? 'EUR');
    const dayText = (id: 'codes.from' | 'codes.until', day: string | null) =>
      day && intl.formatMessage({ id }, { day: formats.date(day) });
    return joinWithDots(
      code.isDisabled && intl.formatMessage({ id: 'codes.isDisabled' }),
      code.kind === 'gift'
        ? intl.formatMessage({ id: 'codes.left' }, { left: money(code.balance), amount: money(code.amount) })
        : code.kind === 'percentage'
          ? `−${code.percent} %`
          : `−${money(code.amount)}`,
      code.maxUses === null
        ? intl.formatMessage({ id: 'codes.used' }, { uses: code.uses })
        : intl.formatMessage({ id: 'codes.usedOf' }, { uses: code.uses, max: code.maxUses }),
      dayText('codes.from', code.firstDay),
      dayText('codes.until', code.lastDay),
      code.note,
    );
  };
}

export function CodesSection({ company, currency }: SettingsSectionProps) {
  const styles = useStyles();
  const factsOf = useCodeFacts();
  const [openCode, setOpenCode] = useState<Code | 'new' | null>(null);
  const query = useServerQuery({ key: [company, 'codes'], fetch: (signal) => readCodes(company, signal) });
  return (
    <FormSection
      title="codes.title"
      actions={
        <Button onClick={() => setOpenCode('new')} disabledFocusable={!query.data || !currency}>
          <FormattedMessage id="codes.add" />
        </Button>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="codes.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="codes.failed" />}>
        {({ codes, tours }) => (
          <>
            {codes.length === 0 ? (
              <p className={styles.about}>
                <FormattedMessage id="codes.none" />
              </p>
            ) : (
              <SectionRows>
                {codes.map((code) => (
                  <SectionRow
                    key={code.id}
                    isCode
                    name={code.code}
                    state={factsOf(code)}
                    action={<CodeButton code={code} onOpen={() => setOpenCode(code)} />}
                  />
                ))}
              </SectionRows>
            )}
            {openCode && currency && (
              <CodeDialog
                company={company}
                currency={(openCode !== 'new' && openCode.currency) || currency}
                tours={tours}
                code={openCode === 'new' ? null : openCode}
                onClose={() => setOpenCode(null)}
              />
            )}
          </>
        )}
      </QueryView>
    </FormSection>
  );
}

function CodeButton({ code, onOpen }: { code: Code; onOpen(): void }) {
  const intl = useIntl();
  return (
    <Button
      appearance="subtle"
      aria-label={intl.formatMessage({ id: 'codes.change' }, { code: code.code })}
      onClick={onOpen}
    >
      <FormattedMessage id="codes.edit" />
    </Button>
  );
}
