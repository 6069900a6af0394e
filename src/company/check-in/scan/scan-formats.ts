/** Muster's codes are QR codes; partners print the other formats on vouchers. */
export const SCAN_FORMATS = [
  'qr_code',
  'code_128',
  'code_39',
  'ean_13',
  'ean_8',
  'itf',
  'data_matrix',
  'pdf417',
  'aztec',
] as const;
