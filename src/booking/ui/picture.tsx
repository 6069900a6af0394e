import { pictureAddress } from '../../data/public-call.ts';

/** Returns the URL of a picture by its tag (ADR 039); an unsaved one in the preview is a data URL itself. */
const addressOf = (tag: string) => (tag.startsWith('data:') ? tag : pictureAddress(tag));

/** A decorative picture. Its space is reserved while it loads and kept if it fails. */
export function Picture({ tag }: { tag: string }) {
  return (
    <span className="bk-picture">
      <img key={tag} src={addressOf(tag)} alt="" decoding="async" onError={hideBroken} />
    </span>
  );
}

/** Hidden if it fails to load, as the name is beside it. On white, the background that logos are made for. */
export function Logo({ tag }: { tag: string }) {
  return <img key={tag} className="bk-logo" src={addressOf(tag)} alt="" decoding="async" onError={hideBroken} />;
}

function hideBroken({ currentTarget }: { currentTarget: HTMLImageElement }) {
  currentTarget.hidden = true;
}
