/** Proposes an agreement to a company from a screen that doesn't list agreements. */
import type { Uuid } from '../../domain/ids.ts';
import { readAgreements } from '../../data/agreements.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { ProposalDialog } from './proposal-dialog.tsx';

export function InviteCompany({ organisation, onClose }: { organisation: Uuid; onClose(): void }) {
  const team = { organisation };
  const { data, failure } = useServerQuery({
    key: [organisation, 'agreements'],
    fetch: (signal) => readAgreements(team, signal),
  });
  // The usual terms only prefill the form, so it also opens without them.
  if (!data && !failure) return null;
  return (
    <ProposalDialog
      of={team}
      agreement={null}
      currency={null}
      defaultCommission={data?.defaultCommission ?? null}
      onClose={onClose}
    />
  );
}
