/** Commission statements of a company with its partners, or of a partner with companies; newest first. */
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Statement } from '../../data/referrals.ts';
import type { MinorUnits, Uuid } from '../../domain/ids.ts';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { STATEMENT_BADGES } from './format-commission.ts';
import { StatementPanel } from './statement-panel.tsx';
import { capitalise } from '../../lib/capitalise.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';

export function StatementRows(props: { owner: Uuid; statements: readonly Statement[]; mayAnswer: boolean }) {
  const { owner, statements, mayAnswer } = props;
  const intl = useIntl();
  const formats = useFormats('UTC');
  const [openStatement, setOpenStatement] = useState<Statement | null>(null);
  return (
    <>
      <SectionRows>
        {statements.map((statement) => {
          const badge = STATEMENT_BADGES[statement.state];
          const values = { month: formatMonth(intl, statement.month), name: statement.counterpart };
          return (
            <SectionRow
              key={statement.id}
              name={capitalise(intl.formatMessage({ id: 'commission.statement.of' }, values), intl.locale)}
              state={
                <>
                  <StateBadge state={badge.state}>
                    <FormattedMessage id={badge.id} />
                  </StateBadge>{' '}
                  {formats.money(statement.amount as MinorUnits, statement.currency)}
                </>
              }
              action={
                <Button
                  aria-label={intl.formatMessage({ id: 'commission.open' }, values)}
                  onClick={() => setOpenStatement(statement)}
                >
                  <FormattedMessage id="commission.look" />
                </Button>
              }
            />
          );
        })}
      </SectionRows>
      {openStatement && (
        <StatementPanel
          owner={owner}
          statement={openStatement}
          mayAnswer={mayAnswer}
          onClose={() => setOpenStatement(null)}
        />
      )}
    </>
  );
}
