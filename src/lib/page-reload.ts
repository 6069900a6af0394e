/** Whether this page is about to be loaded anew: what fails in the meantime is not worth an error view. */
let leaving = false;

export const isReloading = (): boolean => leaving;

/** Loads the page anew. */
export function reloadPage(): void {
  leaving = true;
  window.location.reload();
}
