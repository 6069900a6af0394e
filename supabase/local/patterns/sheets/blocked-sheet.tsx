/** Replacements of a screen: no access, or not found. Each offers a next step. */
import { LinkButton } from '../../../../src/ui/address/link-button.tsx';
import { EmptyState } from '../../../../src/ui/states/empty-state.tsx';
import { ClosedGate, LostSignpost } from '../../../../src/ui/states/illustrations.tsx';

export function BlockedSheet({ state }: { state: 'blocked' | 'missing' }) {
  const leads = <LinkButton to="/check-in">Go to check-in</LinkButton>;
  return state === 'blocked' ? (
    <EmptyState page drawing={<ClosedGate />} title="No access" actions={leads}>
      <p>This page is open to owners and the office; if you need it, ask whoever runs your team.</p>
    </EmptyState>
  ) : (
    <EmptyState page drawing={<LostSignpost />} title="There is nothing at this address" actions={leads}>
      <p>It may have moved, or the link was cut off on its way.</p>
    </EmptyState>
  );
}
