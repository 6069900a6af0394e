import { useLocation, useNavigate } from 'react-router';
import { parseMailLink } from '../../domain/mail-link.ts';
import { ExpiredLink, MailLinkView } from '../mail-link-view.tsx';

/** Handles a mail link to the sign-in page. The guard then redirects to the requested page or the person's home. */
export function LoginLink() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const link = parseMailLink(hash);
  if (!link) return <ExpiredLink type="magiclink" />;
  return (
    <MailLinkView
      key={link.tokenHash}
      link={link}
      onEntered={() =>
        void navigate(pathname + (link.to ? `?to=${encodeURIComponent(link.to)}` : search), { replace: true })
      }
    />
  );
}
