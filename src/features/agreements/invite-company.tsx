/** Asks a company for an agreement, from a screen that does not list what is agreed. */
import type { Uuid } from '../../domain/ids.ts';
import { readAgreements } from '../../data/agreements.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { ProposalDialog } from './proposal-dialog.tsx';

export function InviteCompany({ organisation, onClose }: { organisation: Uuid; onClose(): void }) {
  const of = { organisation };
  const { data, failure } = useServerQuery({
    key: [organisation, 'agreements'],
    fetch: (signal) => readAgreements(of, signal),
  });
  // What one usually has only begins the form: without it one types it.
  if (!data && !failure) return null;
  return <ProposalDialog of={of} agreement={null} currency={null} usual={data?.usual ?? null} onClose={onClose} />;
}
