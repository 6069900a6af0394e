import { Fragment } from 'react';

/** Renders a URL, or code that contains one, with line breaks allowed only after its separators. */
export const WrappingAddress = ({ address }: { address: string }) =>
  address.split(/(?<=[/?=>.-])/).map((part, at) => (
    // The parts of an address have no identity other than their position.
    <Fragment key={`${String(at)} ${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
