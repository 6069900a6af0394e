import { Fragment } from 'react';

/** An address, or code with one in it, that may go on in the next line after each of its parts, those of a host's name too, and nowhere within one. */
export const WrappingAddress = ({ address }: { address: string }) =>
  address.split(/(?<=[/?=>.-])/).map((part, at) => (
    // Their place is all that tells the parts of an address apart.
    <Fragment key={`${String(at)} ${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
