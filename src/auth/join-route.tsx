import { useLocation } from 'react-router';
import { invitationToken } from './invitation-token.ts';
import { JoinPage } from './join-page.tsx';

/** /register as an invitation's link opens it. */
export function JoinRoute() {
  return <JoinPage token={invitationToken(useLocation()) ?? ''} />;
}
