/** Whether the page is about to reload; failures until then need no error view. */
let leaving = false;

export const isReloading = (): boolean => leaving;

export function reloadPage(): void {
  leaving = true;
  window.location.reload();
}
