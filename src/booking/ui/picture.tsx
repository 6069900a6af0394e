/** A picture beside words that say what it is of: its place is there before it comes, and stays where it cannot be had. */
import { pictureAddress } from '../../data/public-call.ts';

/** What shows a picture: by its tag, or the picture itself where nobody has kept it yet. */
const addressOf = (tag: string) => (tag.startsWith('data:') ? tag : pictureAddress(tag));

export function Picture({ tag }: { tag: string }) {
  return (
    <span className="bk-picture">
      <img key={tag} src={addressOf(tag)} alt="" decoding="async" onError={gone} />
    </span>
  );
}

/** Beside its name, so that nothing is missing where it cannot be had. On white, which logos are made for. */
export function Logo({ tag }: { tag: string }) {
  return <img key={tag} className="bk-logo" src={addressOf(tag)} alt="" decoding="async" onError={gone} />;
}

function gone({ currentTarget }: { currentTarget: HTMLImageElement }) {
  currentTarget.hidden = true;
}
