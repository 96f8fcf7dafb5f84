/** Every word around an issuer's page. */
export const issuerText = {
  windowTitle: (host: string) => `Page of the card issuer: ${host}`,
  heading: 'Page of the card issuer',
  host: 'From',
  note: 'Only the cardholder fills in this page. Never enter a code for them.',
  cancel: 'Close this page',
} as const
