import { useLocation, useNavigate } from 'react-router';
import { parseMailLink } from '../../domain/mail-link.ts';
import { ExpiredLink, MailLinkView } from '../mail-link-view.tsx';

/** A mail's link that leads to the sign-in page; the guard leads on from there, where the person was going or where they work. */
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
