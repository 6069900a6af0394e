/** Returns the values of a recount message: `present` of `total` checked in, or how many more than those. */
export const recountValues = (present: number, total: number) => ({
  present,
  total,
  more: Math.max(0, present - total),
});
